# hw_paper_fonts(VARIABLE): a source with every font of src/paper/fonts inside, since neither the command line nor the page's module for PDF has
# files beside it (paper/type/embedded_fonts.h).
function(hw_paper_fonts variable)
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/paper/fonts/*.ttf")
  set(source "${PROJECT_BINARY_DIR}/generated/paper_fonts.cpp")
  set(script "${PROJECT_SOURCE_DIR}/cmake/embed_fonts.cmake")
  add_custom_command(OUTPUT "${source}"
    COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${source}" "-DFILES=${files}" -P "${script}"
    DEPENDS ${files} "${script}" COMMENT "Embedding fonts" VERBATIM)
  set_source_files_properties("${source}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  foreach(family inter jetbrains-mono)
    configure_file("${PROJECT_SOURCE_DIR}/src/paper/fonts/${family}-LICENSE.txt" "${PROJECT_BINARY_DIR}/licences/${family}.txt" COPYONLY)
  endforeach()
  set(${variable} "${source}" PARENT_SCOPE)
endfunction()
