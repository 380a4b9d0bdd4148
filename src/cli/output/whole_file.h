// SPDX-License-Identifier: MIT
// Files that are there whole or not at all, also after a power cut.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/system/posix.h"
#include "core/problem.h"

namespace hw::cli {

/// Writes a temporary file in the same folder, syncs it and renames it to the path: readers, and the disk after a power cut, have
/// the old file or the new one, never a part. A new file has the rights of the old one. Errors: as checkOutput; cannotRead.
Result<void> replaceFile(const std::string& path, std::string_view text);

/// cannotRead if the path is anything but a file or free: outputs replace no link, and follow none.
Result<void> checkOutput(const std::string& path);
/// cannotRead if the path is a link. What lies in the folder is checked file by file.
Result<void> checkFolder(const std::string& path);
/// The error for a path whose `st_mode` is not that of a file.
Problem notAFile(const std::string& path, mode_t mode);

/// Has the system write what it holds of an open file to the disk; false with errno if it cannot. Where a file
/// system knows no syncing nothing is to be done.
bool syncFile(int file);
/// The same of a folder's list of names, after files were made or renamed in it.
bool syncFolder(const std::string& folder);

/// Behind links, too; `-` is standard input. Nothing if there is no such file.
std::optional<FileId> fileId(const std::string& path);
/// True if both paths lead to one file or folder; false if one of them does not exist.
bool isSameFile(const std::string& one, const std::string& other);

}  // namespace hw::cli
