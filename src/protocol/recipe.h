// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace hw {

/// How an example that is in no file was made: enough for its maker to make it again, the same in every number. It is
/// what the example is known by wherever ids mean nothing: in links, in another session, after the engine has died.
struct Recipe {
    std::string maker;  ///< a key of links: "draft"; empty: the example is the file's
    std::string text;   ///< in the maker's own form, UTF-8
    bool operator==(const Recipe&) const = default;
    bool isEmpty() const { return maker.empty(); }
};

}  // namespace hw
