# Compiler options, as interface targets: hw_options for every file of ours and Catch2's, hw_warnings for ours.

if(HW_CCACHE)
  find_program(HW_CCACHE_PROGRAM ccache)
  mark_as_advanced(HW_CCACHE_PROGRAM)
  if(HW_CCACHE_PROGRAM)
    # Precompiled headers are compared by content; see hw_precompile below.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${HW_CCACHE_PROGRAM}")
  endif()
endif()

# For WebAssembly: what has one caller is put into it only if it is little: V8 keeps less in registers the larger a function is, and attention flow,
# all of it in one function, took 1.2 times as long.
set(hw_little_inlining --one-caller-inline-max-function-size=100)
# The page's module is linked without this inlining before it is split by a visit: code that the visit does not run would otherwise stay in the
# functions that it runs (17 KB of brotli in the page's first part).
set(hw_fine_functions --one-caller-inline-max-function-size=1)

add_library(hw_options INTERFACE)
if(EMSCRIPTEN)
  # All browsers with SIMD have the other two: Chromium 91, Firefox 89, Safari 16.4. They make the modules smaller.
  target_compile_options(hw_options INTERFACE -msimd128 -mbulk-memory -mnontrapping-fptoint)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # x86-64-v2: every machine since 2009. Never -march=native: a binary must run where it is copied to.
  target_compile_options(hw_options INTERFACE -msse4.2 -mpopcnt)
endif()
if(WIN32)
  target_compile_definitions(hw_options INTERFACE _FILE_OFFSET_BITS=64)  # files of more than 2 GB
endif()
if(HW_SANITIZE)
  target_compile_options(hw_options INTERFACE -fsanitize=${HW_SANITIZE} -fno-omit-frame-pointer
    $<IF:$<CXX_COMPILER_ID:Clang>,-gline-tables-only,-g>)  # lines for a report; whole debug information takes a fifth of the time
  target_link_options(hw_options INTERFACE -fsanitize=${HW_SANITIZE})
endif()

add_library(hw_warnings INTERFACE)
# No -Wconversion as a whole: it reports every int-to-float of a drawing program. The part of it that finds
# faults, lost fractions, is named.
target_compile_options(hw_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Wold-style-cast -Wfloat-conversion
  -Wno-missing-field-initializers)  # members that are not named have defaults; that is what those are for
if(NOT HW_TOGETHER)
  # Where files are compiled together it would report names that another file keeps to itself.
  target_compile_options(hw_warnings INTERFACE -Wshadow)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU")
  # False alarms of GCC 12 in inlined library code (std::string, std::vector).
  target_compile_options(hw_warnings INTERFACE
    -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-restrict -Wno-maybe-uninitialized)
endif()
if(HW_WERROR)
  target_compile_options(hw_warnings INTERFACE -Werror)
endif()

# Errors are values here: a throw or a catch does not compile. (Tests keep exceptions: Catch2 uses them.)
add_library(hw_no_exceptions INTERFACE)
target_compile_options(hw_no_exceptions INTERFACE -fno-exceptions)

# hw_precompile(TARGET headers...): the standard library's large headers, and those given, are read once for all targets with
# the same options and not once a file, which halves the time of a build (docs/performance.md). Files include what they use all
# the same: -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON compiles without. To be called when the target has its options.
function(hw_precompile target)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  # What makes a compiler refuse what another target has precompiled.
  get_target_property(options ${target} COMPILE_OPTIONS)
  get_target_property(linked ${target} LINK_LIBRARIES)
  get_target_property(kind ${target} TYPE)
  if(NOT kind STREQUAL EXECUTABLE) # whose code may stand at any address
    set(kind LIBRARY)
  endif()
  set(shared hw_options hw_warnings hw_no_exceptions Catch2::Catch2WithMain)
  foreach(one IN LISTS shared)
    if(NOT one IN_LIST linked AND NOT one STREQUAL hw_options)
      list(REMOVE_ITEM shared ${one})
    endif()
  endforeach()
  if(NOT options)
    set(options "")
  endif()
  string(SHA256 owner "${options} ${shared} ${ARGN} ${kind}")
  string(SUBSTRING "${owner}" 0 8 owner)
  set(owner hw_precompiled_${owner})
  if(NOT TARGET ${owner})
    add_library(${owner} OBJECT EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp")
    target_link_libraries(${owner} PRIVATE ${shared})
    target_compile_options(${owner} PRIVATE ${options})
    target_precompile_headers(${owner} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/cmake/precompiled.h>" ${ARGN})
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      # By its content, not by its date, so that ccache can tell whether it is the same.
      target_compile_options(${owner} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()
