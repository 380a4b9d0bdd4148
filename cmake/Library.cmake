# hw_library(NAME [PUBLIC targets...] [GLOBS patterns...])
#
# The target hw_NAME of the folder src/NAME. All .cpp files in it belong to it (folders grow daily; CMake looks
# again at every build). A folder with headers only, or nothing yet, gives an INTERFACE target.
# Include paths are the same for all, so direction is checked by tools/check; linking follows PUBLIC.
function(hw_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PUBLIC;GLOBS;OPTIONS")
  if(NOT arg_GLOBS)
    set(arg_GLOBS "${name}/*.cpp")
  endif()
  list(TRANSFORM arg_GLOBS PREPEND "${HW_SOURCE_ROOT}/")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${arg_GLOBS})
  if(sources)
    add_library(hw_${name} STATIC ${sources})
    target_include_directories(hw_${name} PUBLIC "${HW_SOURCE_ROOT}")
    target_link_libraries(hw_${name} PUBLIC hw_options ${arg_PUBLIC} PRIVATE hw_warnings)
    target_compile_options(hw_${name} PRIVATE ${arg_OPTIONS})
  else()
    add_library(hw_${name} INTERFACE)
    target_include_directories(hw_${name} INTERFACE "${HW_SOURCE_ROOT}")
    target_link_libraries(hw_${name} INTERFACE hw_options ${arg_PUBLIC})
  endif()
endfunction()
