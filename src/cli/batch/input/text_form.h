// SPDX-License-Identifier: MIT
// How a file has the texts that a model is to read.
#pragma once

#include <optional>
#include <string_view>

namespace hw::cli {

enum class TextForm {
    lines,      ///< a text a line, as it is
    jsonLines,  ///< a line of JSON each: a text, a pair, an object with text and pair
    list,       ///< one JSON list of them
};

/// By the name (.json, .jsonl, .ndjson, also with .gz) and, of others, by the beginning of the content, unpacked: a list begins with
/// a bracket and a quotation mark. Nothing while more bytes decide it; at the end of the file that means lines.
std::optional<TextForm> textFormOf(std::string_view name, std::string_view head);

/// True for names of files with texts: .txt, .json, .jsonl, .ndjson, also with .gz. What else a folder has is passed over.
bool isTextName(std::string_view name);

}  // namespace hw::cli
