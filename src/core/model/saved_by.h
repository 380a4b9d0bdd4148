// SPDX-License-Identifier: MIT
// What a saved analysis says of itself, and how far its writing has come.
#pragma once

#include <string>

namespace hw {

/// Who saved a file with this program, and what was on the screen (io/write/saved.h).
struct SavedBy {
    std::string program;  ///< with its version
    std::string address;  ///< of the page; empty: the command line
    std::string time;     ///< UTC, as ISO 8601 has it
    std::string view;     ///< as fields of an address, without data
};

/// Where the next piece of a document's text begins; all zero at its beginning.
struct SavePlace {
    int example = 0;
    int part = 0;  ///< of the example: text and stacks of weights by turns
    int row = 0;   ///< of a stack, over its layers, heads and queries
    bool done = false;
};

}  // namespace hw
