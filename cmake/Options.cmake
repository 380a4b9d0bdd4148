# Compiler options, as two interface targets: hw_options for every file (libraries too), hw_warnings for ours.

if(HW_CCACHE)
  find_program(HW_CCACHE_PROGRAM ccache)
  mark_as_advanced(HW_CCACHE_PROGRAM)
  if(HW_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${HW_CCACHE_PROGRAM}")
  endif()
endif()

add_library(hw_options INTERFACE)
if(NOT EMSCRIPTEN AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # x86-64-v2: every machine since 2009. Never -march=native: a binary must run where it is copied to.
  target_compile_options(hw_options INTERFACE -msse4.2 -mpopcnt)
endif()
if(HW_SANITIZE)
  target_compile_options(hw_options INTERFACE -fsanitize=${HW_SANITIZE} -fno-omit-frame-pointer -g)
  target_link_options(hw_options INTERFACE -fsanitize=${HW_SANITIZE})
endif()

add_library(hw_warnings INTERFACE)
# No -Wconversion as a whole: it reports every int-to-float of a drawing program. What it finds of value is
# named: lost precision in floats and in integer narrowing of constants.
target_compile_options(hw_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wfloat-conversion
  -Wimplicit-fallthrough -Wunused)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU")
  # False alarms of GCC 12 in inlined library code (std::string, std::vector).
  target_compile_options(hw_warnings INTERFACE
    -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-restrict -Wno-maybe-uninitialized)
endif()
if(HW_WERROR)
  target_compile_options(hw_warnings INTERFACE -Werror)
endif()
