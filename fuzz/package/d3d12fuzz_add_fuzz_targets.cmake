# d3d12fuzz_add_fuzz_targets(NAME name CANDIDATE target DOMAINS domain...
#                            [CORPUS folder] [KNOWN file] [OPTIONS text] [CASES number] [INSTRUMENT])
#
#   NAME        the candidate's name in reports; targets and tests begin with it
#   CANDIDATE   a static, object or shared library of this build that defines d3d12fuzz_open_candidate
#   DOMAINS     which domains to test
#   CORPUS      a folder of cases and findings (*.json) and of inputs that the fuzz target left (names without an ending)
#   KNOWN       a list of differences that are known and pass
#   OPTIONS     the text that d3d12fuzz_open_candidate is handed
#   CASES       how many cases the properties are checked on, 20000 unless said
#   INSTRUMENT  compile the candidate for the engine's feedback, with -fsanitize=fuzzer-no-link; needs clang
#
# For each domain, in the present binary directory:
#   NAME_DOMAIN_fuzzer   where the compiler links libFuzzer, or D3D12FUZZ_ENGINE says what links another engine; beside
#                        it NAME_DOMAIN_fuzzer.dict, .options and, in NAME_DOMAIN_seeds/, its seeds
#   NAME_DOMAIN_replay   the same without an engine: replays files, checks properties
# and, for CTest, with the label d3d12fuzz:
#   NAME.DOMAIN.seeds, NAME.DOMAIN.corpus                            replays; the latter once there is something to replay
#   NAME.DOMAIN.agreement, NAME.DOMAIN.forms, NAME.DOMAIN.repetition  properties; what fails is kept in NAME_DOMAIN_findings/
#
# Compile and link flags are those of this build: what it asks of sanitizers holds for the candidate.

# Sets D3D12FUZZ_ENGINE to what links libFuzzer, or to nothing. Debian's libFuzzer needs libstdc++ where libc++ is asked for.
function(d3d12fuzz_find_engine)
  if(DEFINED D3D12FUZZ_ENGINE)
    return()
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(source "#include <stddef.h>\n#include <stdint.h>
#ifdef __cplusplus\nextern \"C\"\n#endif\nint LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { return data == NULL && size != 0; }\n")
  set(engine "")
  foreach(candidate "-fsanitize=fuzzer" "-fsanitize=fuzzer;-Wl,-lstdc++")
    string(MAKE_C_IDENTIFIER "D3D12FUZZ_LINKS_${candidate}" works)
    set(CMAKE_REQUIRED_LINK_OPTIONS ${candidate})
    if(C IN_LIST languages)
      include(CheckCSourceCompiles)
      check_c_source_compiles("${source}" ${works})
    else()
      include(CheckCXXSourceCompiles)
      check_cxx_source_compiles("${source}" ${works})
    endif()
    if(${works})
      set(engine ${candidate})
      break()
    endif()
  endforeach()
  set(D3D12FUZZ_ENGINE "${engine}" CACHE STRING "What links a fuzz engine to a target; empty: none")
endfunction()

# Sets `out` to what stands between quotes in C for a text.
function(d3d12fuzz_quote_for_c text out)
  string(HEX "${text}" bytes)
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
  set(${out} "${bytes}" PARENT_SCOPE)
endfunction()

function(d3d12fuzz_add_fuzz_targets)
  cmake_parse_arguments(PARSE_ARGV 0 arg "INSTRUMENT" "NAME;CANDIDATE;CORPUS;KNOWN;OPTIONS;CASES" "DOMAINS")
  set(me "d3d12fuzz_add_fuzz_targets")
  if(arg_UNPARSED_ARGUMENTS)
    list(GET arg_UNPARSED_ARGUMENTS 0 unknown)
    message(FATAL_ERROR "${me}: unknown argument \"${unknown}\", expected NAME, CANDIDATE, DOMAINS, CORPUS, KNOWN, OPTIONS, CASES or INSTRUMENT")
  endif()
  foreach(needed NAME CANDIDATE DOMAINS)
    if(NOT arg_${needed})
      message(FATAL_ERROR "${me}: ${needed} is missing")
    endif()
  endforeach()
  foreach(keyword IN LISTS arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${me}: ${keyword} has no value")
  endforeach()
  if(NOT arg_NAME MATCHES "^[A-Za-z0-9_-]+$")
    message(FATAL_ERROR "${me}: NAME is \"${arg_NAME}\", expected letters, digits, _ and -")
  endif()
  if(NOT TARGET ${arg_CANDIDATE})
    message(FATAL_ERROR "${me}: CANDIDATE \"${arg_CANDIDATE}\" is no target, expected a library of this build")
  endif()
  get_target_property(type ${arg_CANDIDATE} TYPE)
  if(NOT type MATCHES "^(STATIC|OBJECT|SHARED)_LIBRARY$")
    message(FATAL_ERROR "${me}: CANDIDATE \"${arg_CANDIDATE}\" is of type ${type}, expected a static, object or shared library")
  endif()
  foreach(domain IN LISTS arg_DOMAINS)
    if(NOT domain IN_LIST D3D12FUZZ_DOMAINS)
      list(JOIN D3D12FUZZ_DOMAINS ", " known_domains)
      message(FATAL_ERROR "${me}: unknown domain \"${domain}\", expected one of: ${known_domains}")
    endif()
  endforeach()
  if(NOT DEFINED arg_CASES)
    set(arg_CASES 20000)
  elseif(NOT arg_CASES MATCHES "^[1-9][0-9]*$")
    message(FATAL_ERROR "${me}: CASES is \"${arg_CASES}\", expected a number above 0")
  endif()
  set(known "")
  set(known_file "")
  if(DEFINED arg_KNOWN)
    get_filename_component(known_file "${arg_KNOWN}" ABSOLUTE)
    if(NOT EXISTS "${known_file}" OR IS_DIRECTORY "${known_file}")
      message(FATAL_ERROR "${me}: KNOWN \"${arg_KNOWN}\" is no file")
    endif()
    file(READ "${known_file}" known)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${known_file}")
  endif()
  set(corpus "")
  if(DEFINED arg_CORPUS)
    get_filename_component(corpus "${arg_CORPUS}" ABSOLUTE)
    if(NOT IS_DIRECTORY "${corpus}")
      message(FATAL_ERROR "${me}: CORPUS \"${arg_CORPUS}\" is no folder")
    endif()
  endif()
  if(arg_INSTRUMENT)
    target_compile_options(${arg_CANDIDATE} PRIVATE -fsanitize=fuzzer-no-link)
    target_link_options(${arg_CANDIDATE} INTERFACE -fsanitize=fuzzer-no-link)
  endif()
  d3d12fuzz_find_engine()
  foreach(domain IN LISTS arg_DOMAINS)
    d3d12fuzz_add_domain_targets()
  endforeach()
endfunction()

# The targets and tests of one domain; reads the variables of d3d12fuzz_add_fuzz_targets.
function(d3d12fuzz_add_domain_targets)
  set(stem ${arg_NAME}_${domain})
  set(here "${CMAKE_CURRENT_BINARY_DIR}")

  d3d12fuzz_quote_for_c("${arg_NAME}" name_text)
  d3d12fuzz_quote_for_c("${arg_OPTIONS}" options_text)
  d3d12fuzz_quote_for_c("${known}" known_text)
  d3d12fuzz_quote_for_c("${known_file}" known_file_text)
  set(source "${here}/${stem}_target.c")
  configure_file("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/target.c.in" "${source}" @ONLY)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT C IN_LIST languages)
    set_source_files_properties("${source}" PROPERTIES LANGUAGE CXX)
  endif()

  add_executable(${stem}_replay "${source}")
  target_link_libraries(${stem}_replay PRIVATE d3d12fuzz::replay ${arg_CANDIDATE})
  set(targets ${stem}_replay)
  if(D3D12FUZZ_ENGINE)
    add_executable(${stem}_fuzzer "${source}")
    target_link_libraries(${stem}_fuzzer PRIVATE d3d12fuzz::target ${arg_CANDIDATE} ${D3D12FUZZ_ENGINE})
    list(APPEND targets ${stem}_fuzzer)
    set(target ${stem}_fuzzer)
    configure_file("${D3D12FUZZ_DATA_DIR}/fuzz/${domain}.options.in" "${here}/${target}.options" @ONLY)
    configure_file("${D3D12FUZZ_DATA_DIR}/fuzz/${domain}.dict" "${here}/${target}.dict" COPYONLY)
  endif()
  set_target_properties(${targets} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${here}")

  # Seeds are made in each build, since their form is that of the harness's version.
  set(seeds "${here}/${stem}_seeds")
  file(GLOB_RECURSE cases CONFIGURE_DEPENDS "${D3D12FUZZ_DATA_DIR}/corpus/*.json")
  set(corpus_cases "")
  if(corpus)
    file(GLOB_RECURSE corpus_cases CONFIGURE_DEPENDS "${corpus}/*")
    list(APPEND cases ${corpus_cases})
    list(FILTER cases INCLUDE REGEX "\\.json$")
  endif()
  add_custom_command(
    OUTPUT "${seeds}.made"
    COMMAND d3d12fuzz::make_seeds "${seeds}" ${domain} 200 ${cases}
    COMMAND "${CMAKE_COMMAND}" -E touch "${seeds}.made"
    DEPENDS d3d12fuzz::make_seeds ${cases}
    COMMENT "Making the seeds of ${stem}" VERBATIM)
  add_custom_target(${stem}_seeds ALL DEPENDS "${seeds}.made")

  set(prefix ${arg_NAME}.${domain})
  add_test(NAME ${prefix}.seeds COMMAND ${stem}_replay "${seeds}")
  set(tests ${prefix}.seeds)
  if(corpus_cases)
    add_test(NAME ${prefix}.corpus COMMAND ${stem}_replay "${corpus}")
    list(APPEND tests ${prefix}.corpus)
  endif()
  foreach(property agreement forms repetition)
    add_test(NAME ${prefix}.${property}
      COMMAND ${stem}_replay --property ${property} --cases ${arg_CASES} --out "${here}/${stem}_findings")
    list(APPEND tests ${prefix}.${property})
  endforeach()
  set_tests_properties(${tests} PROPERTIES LABELS d3d12fuzz TIMEOUT 300)
endfunction()
