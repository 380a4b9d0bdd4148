// SPDX-License-Identifier: MIT
// Paths of inputs: what is named, what lies in folders, and what is a result and no input.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "cli/options.h"

namespace hw::cli {

/// As results name it, in UTF-8.
std::string nameOfPath(const std::filesystem::path& path);
/// 0 if there is none.
std::uint64_t sizeOfFile(const std::filesystem::path& path);
/// A pipe, a terminal, a device: it is read once, from front to back.
bool isStream(const std::filesystem::path& path);

/// What is in a folder by name, the last one first. Hidden files are none of it, nor are the folder of results, files of
/// it by other names, and folders behind links, which may lead in a circle.
std::vector<std::filesystem::path> listed(const std::filesystem::path& folder,
                                          const std::filesystem::path& out,
                                          std::error_code& failed);

/// The arguments, without those that stand there already, by whatever path or link, or lie in a folder that does.
std::vector<std::filesystem::path> distinct(const std::vector<std::string>& files);

/// The size of all inputs together; nullopt if a stream is among them. Looks up the size of every file.
std::optional<std::uint64_t> totalBytes(const BatchOptions& options);

}  // namespace hw::cli
