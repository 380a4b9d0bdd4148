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
    list(REMOVE_ITEM sources ${small})
    # A target of its own: the compiler takes precompiled headers only with the options they were made with.
    add_library(hw_${name}_small OBJECT ${small})
    target_include_directories(hw_${name}_small PRIVATE "${HW_SOURCE_ROOT}")
    target_link_libraries(hw_${name}_small PRIVATE hw_options ${arg_PUBLIC} hw_warnings hw_no_exceptions)
    target_compile_options(hw_${name}_small PRIVATE ${HW_SMALL})
    hw_precompile(hw_${name}_small)
    list(APPEND sources $<TARGET_OBJECTS:hw_${name}_small>)
  endif()
  if(sources)
    add_library(hw_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(hw_${name} PRIVATE hw_warnings hw_no_exceptions)
    target_compile_options(hw_${name} PRIVATE ${arg_OPTIONS})
    hw_precompile(hw_${name})
  else()
    add_library(hw_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(hw_${name} ${scope} "${HW_SOURCE_ROOT}")
  target_link_libraries(hw_${name} ${scope} hw_options ${arg_PUBLIC})
endfunction()
