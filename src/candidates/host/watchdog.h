/* Ends a process that hangs in a case, or that nobody listens to any more. */
#ifndef D3D12FUZZ_HOST_WATCHDOG_H
#define D3D12FUZZ_HOST_WATCHDOG_H

/*
 * Starts a thread that ends the process
 * - when a case runs half a second longer than the harness gives it: then it says so first;
 * - when the other end of the connection is gone and the process has not ended by itself a second later.
 *
 * peer_is_gone  not 0 if the other end has closed the connection and nothing is left to be read; called from that
 *               thread, must not wait
 */
void start_watchdog(int (*peer_is_gone)(void* context), void* context);

#endif /* D3D12FUZZ_HOST_WATCHDOG_H */
