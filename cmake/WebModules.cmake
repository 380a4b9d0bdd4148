# The page's two ES modules. Each is a main of its own below src/platform, linked with what it needs:
#   page/*.cpp   -> headwaters.js, .wasm   the user interface
#   worker/*.cpp -> engine.js, .wasm       the computation, in a Worker (and in Node, for tests)
# C++ functions that JavaScript calls are marked EMSCRIPTEN_KEEPALIVE; malloc and free are there for bytes.

set(hw_module_link_options
  -sMODULARIZE -sEXPORT_ES6 -sWASM_BIGINT
  -sDYNAMIC_EXECUTION=0       # the page's content security policy forbids eval
  -sFILESYSTEM=0
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB
  -sABORTING_MALLOC=0         # out of memory is an answer, not the end
  -sSTACK_SIZE=1MB            # generous; the default is 64 KB
  -sSUPPORT_LONGJMP=0
  -sEXPORTED_FUNCTIONS=_main,_malloc,_free
  -sEXPORTED_RUNTIME_METHODS=HEAPU8,UTF8ToString)

# For the hours in which a view is tried again and again: cmake -B build/wasm -DHW_QUICK_LINK=ON
option(HW_QUICK_LINK "Link the page's modules without Binaryen's passes: larger, but ready sooner" OFF)

add_custom_target(page_modules)

# hw_module(NAME FOLDER LINK targets... COMPILE flags... FLAGS link flags...)
function(hw_module name folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LINK;COMPILE;FLAGS")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${HW_SOURCE_ROOT}/platform/${folder}/*.cpp")
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${arg_LINK} hw_warnings hw_no_exceptions)
  target_compile_options(${name} PRIVATE ${arg_COMPILE})
  hw_precompile(${name})
  target_link_options(${name} PRIVATE ${hw_module_link_options} -fno-exceptions ${arg_FLAGS}
    "$<$<CONFIG:Debug>:-O1;-gsource-map>" $<$<BOOL:${HW_QUICK_LINK}>:-O1>)  # the last -O counts
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  add_dependencies(page_modules ${name})
endfunction()

hw_module(headwaters page LINK hw_view hw_figure hw_render hw_page COMPILE ${HW_SMALL} FLAGS
  -Oz -sENVIRONMENT=web -sUSE_GLFW=3 -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
  -sGL_ENABLE_GET_PROC_ADDRESS=0)
hw_module(engine worker LINK hw_engine FLAGS -O3
  -sENVIRONMENT=web,worker,node)  # without "web" Node's own modules are imported in the browser too
