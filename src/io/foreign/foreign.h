// SPDX-License-Identifier: MIT
// Files that people keep attention in and that are not read here: recognised by their first bytes, and answered with the
// line of Python that makes a file of them which opens.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/problem.h"
#include "core/words.h"

namespace hw::io {

/// As many first bytes as foreignFile() may look at.
inline constexpr std::size_t foreignHead = 64;

/// "This is a PyTorch file, which is not read here." with the line that converts it. `python` is code, put between backticks.
Problem foreign(Words what, std::string_view python);

/// What a file is that begins so, if it is none that is read: HDF5, MATLAB, Parquet, Arrow, pickle, numbers as text, ...
/// `head` holds the first bytes, foreignHead of them unless the file is shorter.
std::optional<Problem> foreignFile(std::string_view head);

/// The same of a zip archive, by the names of its entries: PyTorch, Zarr.
std::optional<Problem> foreignEntry(std::string_view name);

/// What text that is no JSON is, if programs print it: NumPy's and PyTorch's print, Python's own. `text` begins where JSON
/// ended, or at the front.
std::optional<Problem> printedText(std::string_view text);
/// The same of a file's front, where it may be comma-separated values, too. Behind the first bytes of JSON a comma too many
/// or too few is a slip, and no table.
std::optional<Problem> foreignText(std::string_view text);

}  // namespace hw::io
