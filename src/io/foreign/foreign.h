// SPDX-License-Identifier: MIT
// Files in which people store attention in unsupported formats. Recognises them by their first bytes, and answers with
// a line of Python that converts them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/localized_text.h"
#include "core/problem.h"

namespace hw::io {

/// The number of first bytes that foreignFile() needs.
inline constexpr std::size_t foreignHead = 64;

/// "This is a PyTorch file, which is not read here." with the line that converts it. `python` is code, put between backticks.
Problem foreign(LocalizedText what, std::string_view python);

/// The problem for a file in an unsupported format, by its first bytes: HDF5, MATLAB, Parquet, Arrow, pickle, numbers
/// as text, ... `head` has the first bytes, foreignHead of them unless the file is shorter.
std::optional<Problem> foreignFile(std::string_view head);

/// The same for a zip archive, by the names of its entries (PyTorch, Zarr).
std::optional<Problem> foreignEntry(std::string_view name);

/// The problem for text that is not JSON but printed by programs, such as NumPy's and PyTorch's print, Python's own.
/// `text` begins where JSON ended, or at the front.
std::optional<Problem> printedText(std::string_view text);
/// The same for a file's front, which may also be comma-separated values. After the first bytes of JSON an extra or
/// missing comma is a slip, not a table.
std::optional<Problem> foreignText(std::string_view text);

}  // namespace hw::io
