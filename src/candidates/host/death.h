/* What a served process says when it dies of a case. */
#ifndef D3D12FUZZ_HOST_DEATH_H
#define D3D12FUZZ_HOST_DEATH_H

/* From now on a crash of this process is told to the harness, and an exit() within a case. Not of its forks. Once in a
   process. */
void tell_of_deaths(void);

/* Ends this process at once, from any thread: no handler runs, as what they need may be what hangs. */
_Noreturn void end_process(int status);

#endif /* D3D12FUZZ_HOST_DEATH_H */
