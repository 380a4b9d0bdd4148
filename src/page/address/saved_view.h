// SPDX-License-Identifier: MIT
// A view saved inside a file, which may come from anyone.
#pragma once

#include <string>
#include <string_view>

namespace hw {

/// Fields of an address, in two parts.
struct SavedView {
    std::string view;       ///< the view of the file
    std::string elsewhere;  ///< fields that fetch other things: a lesson, a data set's list
};

/// Splits a saved view into its parts. The page saves no fields of the second kind, and follows them only if the
/// visitor agrees (DialogEffect "agree-FIELDS"), so that opening a file sends no requests. Fields that name data are in
/// neither part. O(length).
SavedView takeApart(std::string_view saved);

}  // namespace hw
