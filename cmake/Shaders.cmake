# hw_shaders(): the target hw_shader_sources, whose header "generated/shaders.h" holds every file of shaders/
# (.vert, .frag, .glsl) as a std::string_view: shaders/matrix_cells.frag is hw::shaders::matrixCellsFrag.
function(hw_shaders)
  file(GLOB files CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/shaders/*.vert" "${PROJECT_SOURCE_DIR}/shaders/*.frag"
    "${PROJECT_SOURCE_DIR}/shaders/*.glsl")
  set(header "${PROJECT_BINARY_DIR}/include/generated/shaders.h")
  set(script "${PROJECT_SOURCE_DIR}/cmake/embed_shaders.cmake")
  add_custom_command(OUTPUT "${header}"
    COMMAND "${CMAKE_COMMAND}" "-DHEADER=${header}" "-DFILES=${files}" -P "${script}"
    DEPENDS ${files} "${script}" COMMENT "Embedding shaders" VERBATIM)
  add_custom_target(hw_shader_header DEPENDS "${header}")
  add_library(hw_shader_sources INTERFACE)
  add_dependencies(hw_shader_sources hw_shader_header)
  target_include_directories(hw_shader_sources INTERFACE "${PROJECT_BINARY_DIR}/include")
endfunction()
