// SPDX-License-Identifier: MIT
// Chat templates (Jinja), run as transformers' apply_chat_template runs them: trim_blocks, lstrip_blocks, break and continue, a sandbox that
// changes nothing. Not supported, and refused by name: other files (include, import, extends), recursive loops, `*` arguments.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/jinja/value.h"

namespace hw::model::jinja {

struct Syntax;

/// One turn of a talk.
struct Message {
    std::string role;
    std::string content;
};

class Template {
public:
    /// Errors: syntax, tooDeep, tooLarge (above 1 MB), notRecognised, each with the line. O(source).
    static Result<Template> parse(std::string_view source);

    /// The text of a talk; the contents of the messages are marked as typed where the template keeps them. `tokens` are variables with texts, such as
    /// bos_token. Errors: badArgument with what the template itself refuses, tooLarge, tooDeep, notRecognised. Steps, and bytes that are
    /// made, are limited in proportion to the template and the messages (docs/security.md).
    Result<Text> render(std::span<const Message> messages,
                        std::span<const std::pair<std::string, std::string>> tokens,
                        bool addsPrompt = true) const;

private:
    std::shared_ptr<const Syntax> syntax_;
    std::size_t size_ = 0;
};

}  // namespace hw::model::jinja
