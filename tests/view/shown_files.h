// SPDX-License-Identifier: MIT
// The documents in the tests of views. One table has files of every kind, and the links that open them.
#pragma once

#include <string>
#include <vector>

#include "page/shown_page.h"

namespace hw::test {

/// A file with scores, one head and two layers. Each token attends to itself, to the one before and to the first, each
/// by another weight. Results are finite, and no two tokens have the same.
std::string fileOf(int tokens);
/// A sample of the page, web/samples/NAME.json.
std::string sampleFile(const std::string& name);

struct Shown {
    std::string name;  ///< the name in failure messages
    std::string file;  ///< its text
    std::string
        fields;  ///< of the link, after the data's name; graph takes a method that it can trace
    std::vector<Panel> only = {};        ///< the panels that show it, all if empty
    void (*then)(ShownPage&) = nullptr;  ///< settings that no link has, once the answers are there
    bool whole = false;                  ///< every panel has a figure of it, and space for one
};

/// A text, a picture, both sides of a translation, gradients and relevance, columns, ranges, a head without weights, signs.
std::vector<Shown> everyShown();
std::vector<Panel> panelsOf(const Shown& shown, const ShownPage& page);

}  // namespace hw::test
