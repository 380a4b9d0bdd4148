// SPDX-License-Identifier: MIT
// Files that are there whole or not at all, also after a power cut.
#pragma once

#include <string>
#include <string_view>

#include "core/problem.h"

namespace hw::cli {

/// Writes a file beside the path, syncs it and renames it into place: readers, and whoever looks after a power cut, see the
/// old file or the new one, never a part. Behind a symbolic link its target is replaced; what is no file (a pipe, a
/// device) is written as it is. A new file has the rights of the old one. Error: cannotRead.
Result<void> replaceFile(const std::string& path, std::string_view text);

/// Has the system write what it holds of an open file to the disk; false with errno if it cannot. Where a file
/// system knows no syncing nothing is to be done.
bool syncFile(int file);
/// The same of a folder's list of names, after files were made or renamed in it.
bool syncFolder(const std::string& folder);

/// True if both paths lead to one file or folder, by whatever names; false if one is not there.
bool isSameFile(const std::string& one, const std::string& other);

}  // namespace hw::cli
