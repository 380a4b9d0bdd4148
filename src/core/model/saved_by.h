// SPDX-License-Identifier: MIT
// Metadata of a saved analysis, and the progress of writing one.
#pragma once

#include <string>

namespace hw {

/// The program that saved a file, and the view on the screen (io/write/analysis_file.h).
struct SavedBy {
    std::string program;  ///< with its version
    std::string address;  ///< of the page; empty if saved by the command line
    std::string time;     ///< UTC, ISO 8601
    std::string view;     ///< as the fields of a link, without data
};

/// Where the next piece of a document's text begins, all zero at the start.
struct SavePlace {
    int example = 0;
    int part = 0;  ///< of the example, whose text and stacks of weights alternate
    int row = 0;   ///< of a stack, counted over its layers, heads and queries
    bool done = false;
};

}  // namespace hw
