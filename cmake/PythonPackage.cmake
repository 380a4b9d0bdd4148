# The Python package `headwaters` (pyproject.toml): python/headwaters, the core inside it as
# headwaters/_core, the program on PATH, and the page as data where a built one is at hand.
set(HW_SITE_DIR "${PROJECT_SOURCE_DIR}/build/site" CACHE PATH "The built page, for show() and open()")

find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.Module
  OPTIONAL_COMPONENTS Development.SABIModule)
execute_process(COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir
  OUTPUT_VARIABLE nanobind_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_package(nanobind CONFIG REQUIRED)

# One module for Python 3.12 and all after it (the stable ABI); 3.10 and 3.11 have one of their own each.
hw_room_sources(python python_sources none)
nanobind_add_module(headwaters_core STABLE_ABI NB_STATIC NB_SUPPRESS_WARNINGS ${python_sources})
set_target_properties(headwaters_core PROPERTIES OUTPUT_NAME _core)
target_link_libraries(headwaters_core PRIVATE hw_cli hw_warnings)
target_include_directories(headwaters_core PRIVATE "${HW_SOURCE_ROOT}")
if(NOT APPLE)
  # Nothing of the libraries is for other modules to see, or to be kept if it is not used.
  target_link_options(headwaters_core PRIVATE -Wl,--exclude-libs,ALL -Wl,--gc-sections)
endif()
nanobind_add_stub(headwaters_core_stub MODULE _core OUTPUT _core.pyi
  PYTHON_PATH $<TARGET_FILE_DIR:headwaters_core> DEPENDS headwaters_core)

set(part COMPONENT python)
install(TARGETS headwaters_core LIBRARY DESTINATION headwaters ${part})
install(TARGETS headwaters RUNTIME DESTINATION "${SKBUILD_SCRIPTS_DIR}" ${part})
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/_core.pyi" DESTINATION headwaters ${part})
# Of what is compiled in, and above all of the fonts of figures on paper (cmake/PaperFonts.cmake).
install(DIRECTORY "${PROJECT_BINARY_DIR}/licences/" DESTINATION headwaters/licences ${part})
if(EXISTS "${HW_SITE_DIR}/saved-page.html")
  message(STATUS "The page of ${HW_SITE_DIR} goes into the package")
  install(DIRECTORY "${HW_SITE_DIR}/" DESTINATION headwaters/page ${part}
    PATTERN models EXCLUDE PATTERN gallery EXCLUDE PATTERN "*.map" EXCLUDE PATTERN one-file.html EXCLUDE)
else()
  message(STATUS "No built page in ${HW_SITE_DIR}: show() and open() of this package will ask where one is")
endif()
