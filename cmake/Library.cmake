# hw_library(NAME [PUBLIC targets...] [OPTIONS flags...] [WITHOUT regex] [SMALL regex])
#
# The target hw_NAME of the folder src/NAME; all .cpp files below it belong to it (folders grow daily; CMake
# looks again at every build). A folder with headers only, or nothing yet, gives an INTERFACE target.
# WITHOUT leaves out files whose name matches; those that match SMALL are compiled for size in the page: what runs
# once a file or once a click, not once a number. The include root is src/ for all; tools/check watches the
# direction of includes.
function(hw_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "WITHOUT;SMALL" "PUBLIC;OPTIONS")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${HW_SOURCE_ROOT}/${name}/*.cpp")
  if(arg_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "/${arg_WITHOUT}$")
  endif()
  if(arg_SMALL AND EMSCRIPTEN)
    set(small ${sources})
    list(FILTER small INCLUDE REGEX "/${arg_SMALL}$")
    set_source_files_properties(${small} PROPERTIES COMPILE_OPTIONS -Oz)
  endif()
  if(sources)
    add_library(hw_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(hw_${name} PRIVATE hw_warnings hw_no_exceptions)
    target_compile_options(hw_${name} PRIVATE ${arg_OPTIONS})
  else()
    add_library(hw_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(hw_${name} ${scope} "${HW_SOURCE_ROOT}")
  target_link_libraries(hw_${name} ${scope} hw_options ${arg_PUBLIC})
endfunction()
