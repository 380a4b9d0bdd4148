// SPDX-License-Identifier: MIT
// One importer per form, each defined in a file of the same name. table.cpp lists them in order.
#pragma once

#include "io/importers/importer.h"

namespace hw::io {

extern const Importer savedImporter;
extern const Importer headwatersImporter;
extern const Importer linkImporter;
extern const Importer huggingFaceImporter;
extern const Importer bertvizImporter;
extern const Importer circuitsvisImporter;
extern const Importer exbertImporter;
extern const Importer transformersJsImporter;
extern const Importer transformerExplainerImporter;
extern const Importer litImporter;
extern const Importer notebookImporter;
extern const Importer namedLayersImporter;

}  // namespace hw::io
