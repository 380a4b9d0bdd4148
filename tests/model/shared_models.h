// SPDX-License-Identifier: MIT
// The models next to the checkout.
#pragma once

#include <filesystem>
#include <string>

namespace hw::test {

/// Their folder with a slash at the end, or empty if there is none.
inline std::string sharedModels() {
    const std::string folder = HW_SHARED_DATA;
    return folder.empty() || !std::filesystem::is_directory(folder + "/models")
               ? ""
               : folder + "/models/";
}

}  // namespace hw::test
