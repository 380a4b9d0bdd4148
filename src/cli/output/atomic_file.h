// SPDX-License-Identifier: MIT
// Files that exist completely or not at all, also after a power cut.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/system/posix.h"
#include "core/problem.h"

namespace hw::cli {

/// Writes a temporary file in the same folder, syncs it and renames it to the path. Readers, and the disk after a power
/// cut, have the old file or the new one, never a part. A new file has the permissions of the old one. Errors: as
/// checkOutput; cannotRead.
Result<void> replaceFile(const std::string& path, std::string_view text);

/// cannotRead if the path exists and is not a file. Outputs do not replace or follow links.
Result<void> checkOutput(const std::string& path);
/// cannotRead if the path is a link. Files in the folder are checked one by one.
Result<void> checkFolder(const std::string& path);
/// The error for a path whose `st_mode` is not that of a file.
Problem notAFile(const std::string& path, mode_t mode);

/// Makes the system write an open file to the disk. False with errno if it cannot. On a file system without syncing it
/// does nothing.
bool syncFile(int file);
/// The same for a folder's list of names, after files were made or renamed in it.
bool syncFolder(const std::string& folder);

/// Follows links. `-` is standard input. Nothing if there is no such file.
std::optional<FileId> fileId(const std::string& path);
/// True if both paths lead to one file or folder. False if one of them does not exist.
bool isSameFile(const std::string& one, const std::string& other);

}  // namespace hw::cli
