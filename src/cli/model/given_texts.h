// SPDX-License-Identifier: MIT
// Texts for a model, as files have them: a JSON list, or a line of JSON each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace hw::cli {

/// One text, or two for models that take pairs.
struct GivenText {
    std::string text;
    std::optional<std::string> pair;

    std::optional<std::string_view> second() const {
        return pair ? std::optional<std::string_view>(*pair) : std::nullopt;
    }
};

/// `["one", ["two", "three"], {"text": "four", "pair": "five"}]`. Errors: syntax; notRecognised for anything else.
Result<std::vector<GivenText>> textsOfList(std::string_view json, const std::string& name);
/// One element of such a list. Errors: the same.
Result<GivenText> textOfJson(std::string_view json, const std::string& name);

}  // namespace hw::cli
