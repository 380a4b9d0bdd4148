# The page's ES modules, one a row of src/programs.json. Each is a main of its own below src/platform, linked with what
# it needs:
#   page/*.cpp   -> headwaters.js, .wasm   the user interface
#   worker/*.cpp -> engine.js, .wasm       the computation, in a Worker (and in Node, for tests)
#   paper/*.cpp  -> paper.js, .wasm        figures as PDF, when one is asked for
#   model/*.cpp  -> model.js, .wasm        what runs a model, in a Worker of its own, when one is opened
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

# hw_can_split(VARIABLE NAME): whether the module can be split. Without Binaryen's wasm-split, and where files are not compiled
# together, NAME.wasm is all there is, and what a visitor gets. Parts of another day are removed: they would be taken for its own.
function(hw_can_split variable name)
  find_program(HW_WASM_SPLIT wasm-split HINTS "${EMSCRIPTEN_ROOT_PATH}/../bin" "$ENV{EMSDK}/upstream/bin")
  mark_as_advanced(HW_WASM_SPLIT)
  set(can FALSE)
  set(parts "${PROJECT_BINARY_DIR}/${name}.first.wasm" "${PROJECT_BINARY_DIR}/${name}.later.wasm")
  if(HW_TOGETHER AND NOT HW_QUICK_LINK AND HW_WASM_SPLIT)
    set(can TRUE)
    add_custom_command(TARGET ${name} POST_BUILD COMMAND ${CMAKE_COMMAND} -E rm -f ${parts})
  else()
    file(REMOVE ${parts})
  endif()
  set(${variable} ${can} PARENT_SCOPE)
endfunction()

# hw_split_by_run(NAME LEVEL models...): beside NAME.wasm the same program in two: NAME.first.wasm with what is called while these models
# are opened and run, and NAME.later.wasm. The first part has a stand-in for each function of the second, which web/worker/later_code.js gives it.
function(hw_split_by_run name level)
  hw_can_split(can ${name})
  if(NOT can)
    return()
  endif()
  foreach(one split_module split_by_run)
    set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS "${PROJECT_SOURCE_DIR}/tools/lib/${one}.mjs")
  endforeach()
  add_custom_command(TARGET ${name} POST_BUILD VERBATIM COMMENT "Splitting ${name}.wasm"
    COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} "${PROJECT_SOURCE_DIR}/tools/lib/split_by_run.mjs"
      "${PROJECT_BINARY_DIR}/${name}.wasm" "${HW_WASM_SPLIT}" ${level} ${ARGN})
endfunction()

# hw_split_by_visit(PAGE LEVEL WORKER LEVEL): the same of both, with what is called in a first visit.
function(hw_split_by_visit page page_level worker worker_level)
  set(parts "")
  foreach(name ${page} ${worker})
    hw_can_split(can ${name})
    list(APPEND parts "${PROJECT_BINARY_DIR}/${name}.first.wasm" "${PROJECT_BINARY_DIR}/${name}.later.wasm")
  endforeach()
  if(NOT can)
    return()
  endif()
  # A visitor reads another language, too: how its texts are sorted decides what is called.
  file(GLOB visit CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/lib/visit/*.mjs" "${PROJECT_SOURCE_DIR}/web/languages/*/*.json")
  foreach(name split_module split_by_visit)
    list(APPEND visit "${PROJECT_SOURCE_DIR}/tools/lib/${name}.mjs")
  endforeach()
  add_custom_command(OUTPUT ${parts} VERBATIM COMMENT "Splitting ${page}.wasm and ${worker}.wasm"
    COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} "${PROJECT_SOURCE_DIR}/tools/lib/split_by_visit.mjs"
      "${PROJECT_BINARY_DIR}/${page}.wasm" ${page_level} "${PROJECT_BINARY_DIR}/${worker}.wasm" ${worker_level} "${HW_WASM_SPLIT}"
    DEPENDS ${page} ${worker} ${visit})
  add_custom_target(split_by_visit DEPENDS ${parts})
  add_dependencies(page_modules split_by_visit)
endfunction()

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

# The flags of each kind of module. The page's is small; a worker's is fast.
set(hw_page_flags -Oz
  $<$<AND:$<NOT:$<CONFIG:Debug>>,$<NOT:$<BOOL:${HW_QUICK_LINK}>>>:-sBINARYEN_EXTRA_PASSES=--converge,${hw_fine_functions}>  # 1.6 KB of brotli
  -sENVIRONMENT=web -sUSE_GLFW=3 -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sGL_ENABLE_GET_PROC_ADDRESS=0)
set(hw_worker_flags -O3
  $<$<AND:$<NOT:$<CONFIG:Debug>>,$<NOT:$<BOOL:${HW_QUICK_LINK}>>>:-sBINARYEN_EXTRA_PASSES=${hw_little_inlining}>
  -sENVIRONMENT=web,worker,node)  # without "web" Node's own modules are imported in the browser too

set(hw_tool_flags -Oz -sENVIRONMENT=web,worker,node)

# hw_json_list(JSON VARIABLE PREFIX KEYS...): a list of texts there, each with the prefix; empty if there is none.
function(hw_json_list json variable prefix)
  set(found "")
  string(JSON count ERROR_VARIABLE none LENGTH "${json}" ${ARGN})
  if(NOT count MATCHES "NOTFOUND$" AND count GREATER 0)
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
      string(JSON one GET "${json}" ${ARGN} ${index})
      list(APPEND found "${prefix}${one}")
    endforeach()
  endif()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

set(HW_PROGRAMS_FILE "${CMAKE_CURRENT_LIST_DIR}/../src/programs.json")
set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${HW_PROGRAMS_FILE}")
file(READ "${HW_PROGRAMS_FILE}" hw_programs)
string(JSON hw_program_count LENGTH "${hw_programs}" programs)
math(EXPR hw_last_program "${hw_program_count} - 1")
set(hw_visited "")  # the page's module and the engine's, each before the level of its parts
foreach(index RANGE ${hw_last_program})
  string(JSON name GET "${hw_programs}" programs ${index} name)
  string(JSON folder GET "${hw_programs}" programs ${index} folder)
  string(JSON kind GET "${hw_programs}" programs ${index} kind)
  hw_json_list("${hw_programs}" links hw_ programs ${index} links)
  string(JSON visited ERROR_VARIABLE none GET "${hw_programs}" programs ${index} firstVisit)
  hw_json_list("${hw_programs}" runs "${PROJECT_SOURCE_DIR}/" programs ${index} firstRuns)
  string(JSON is_small ERROR_VARIABLE none GET "${hw_programs}" programs ${index} small)
  # Of the models' module 8 KB of brotli, and no kernel slower by what could be measured. The last -O counts.
  set(smaller "")
  if(is_small STREQUAL "ON")
    set(smaller -Oz)
  endif()
  hw_module(${name} ${folder} LINK ${links} COMPILE ${HW_SMALL} FLAGS ${hw_${kind}_flags} ${smaller})
  set(level "-O3 ${hw_little_inlining}")
  if(smaller OR kind STREQUAL "page")
    set(level "-Oz ${hw_little_inlining}")
  endif()
  if(NOT TARGET ${name})
    continue()
  endif()
  if(visited STREQUAL "ON")
    list(APPEND hw_visited ${name} ${level})
  elseif(runs)
    hw_split_by_run(${name} ${level} ${runs})
  else()  # parts of another day would be taken for its own
    file(REMOVE "${PROJECT_BINARY_DIR}/${name}.first.wasm" "${PROJECT_BINARY_DIR}/${name}.later.wasm")
  endif()
endforeach()
if(hw_visited)
  hw_split_by_visit(${hw_visited})
endif()
