// SPDX-License-Identifier: MIT
// A view that travels inside a file, which may be anybody's.
#pragma once

#include <string>
#include <string_view>

namespace hw {

/// Fields of an address, in two parts.
struct SavedView {
    std::string view;       ///< how the file is looked at
    std::string elsewhere;  ///< what would have other things fetched: a lesson, a data set's list
};

/// Takes a saved view apart. The page saves no fields of the second kind, and follows them only when the visitor agrees
/// (DialogEffect "agree-FIELDS"): opening a file asks nobody for anything. Fields that name data are in neither. O(length).
SavedView takeApart(std::string_view saved);

}  // namespace hw
