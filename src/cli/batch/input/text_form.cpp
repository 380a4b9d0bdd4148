// SPDX-License-Identifier: MIT
#include "cli/batch/input/text_form.h"

#include <algorithm>
#include <array>

#include "io/json/space.h"

namespace hw::cli {
namespace {

std::string_view unpackedName(std::string_view name) {
    if (name.ends_with(".gz")) name.remove_suffix(3);
    return name;
}

/// The next character that is no space; 0 at the end.
char nextOf(std::string_view& text) {
    while (!text.empty() && io::isSpace(text.front())) text.remove_prefix(1);
    if (text.empty()) return 0;
    const char c = text.front();
    text.remove_prefix(1);
    return c;
}

}  // namespace

std::optional<TextForm> textFormOf(std::string_view name, std::string_view head) {
    name = unpackedName(name);
    if (name.ends_with(".jsonl") || name.ends_with(".ndjson")) return TextForm::jsonLines;
    if (name.ends_with(".json")) return TextForm::list;
    if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
    // A text may begin with a bracket, as [MASK] does; hardly any with two and a quotation mark.
    char c = nextOf(head);
    if (c == 0) return std::nullopt;
    if (c != '[') return TextForm::lines;
    for (int depth = 0; depth < 2; ++depth) {
        c = nextOf(head);
        if (c == 0) return std::nullopt;
        if (c == '"' || c == '{' || c == ']') return TextForm::list;
        if (c != '[') return TextForm::lines;
    }
    return TextForm::lines;
}

bool isTextName(std::string_view name) {
    name = unpackedName(name);
    constexpr std::array<std::string_view, 4> endings{".txt", ".json", ".jsonl", ".ndjson"};
    return std::ranges::any_of(endings, [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace hw::cli
