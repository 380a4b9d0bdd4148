// SPDX-License-Identifier: MIT
// Paths of inputs: the arguments, the files in folders, and which files are results and not inputs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "cli/options.h"

namespace hw::cli {

/// The name for results, in UTF-8.
std::string nameOfPath(const std::filesystem::path& path);
/// 0 if there is none.
std::uint64_t sizeOfFile(const std::filesystem::path& path);
/// A pipe, a terminal or a device, which can be read only once, from front to back.
bool isStream(const std::filesystem::path& path);

/// The entries of a folder by name, the last one first. Without hidden files, the folder of results, result files under
/// other names, and symbolic links to folders, which may form a cycle.
std::vector<std::filesystem::path> listed(const std::filesystem::path& folder,
                                          const std::filesystem::path& out,
                                          std::error_code& failed);

/// The arguments without repetitions, by whatever path or link, and without those inside a folder that is an argument,
/// too.
std::vector<std::filesystem::path> distinct(const std::vector<std::string>& files);

/// The size of all inputs together, nullopt if one is a stream. Looks up the size of every file.
std::optional<std::uint64_t> totalBytes(const BatchOptions& options);

}  // namespace hw::cli
