// SPDX-License-Identifier: MIT
// Chat templates (Jinja), with the behaviour of transformers' apply_chat_template: trim_blocks, lstrip_blocks, break
// and continue, a sandbox that changes nothing. These are not supported, and rejected by name: other files (include,
// import, extends), recursive loops, `*` arguments.
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

/// One turn of a conversation.
struct Message {
    std::string role;
    std::string content;
    /// Pictures in front of the text, for models that read them. The content is then a list of parts; -1 for a text.
    int images = -1;
};

class Template {
public:
    /// Errors: syntax, tooDeep, tooLarge (above 1 MB), notRecognised, each with the line. O(source).
    static Result<Template> parse(std::string_view source);

    /// Renders a conversation. The contents of messages are marked as typed if the template keeps them. `tokens` are
    /// text variables, such as bos_token. Steps and produced bytes are limited in proportion to the template and the
    /// messages (docs/security.md). Errors: badArgument if the template itself raises an error, tooLarge, tooDeep,
    /// notRecognised.
    Result<Text> render(std::span<const Message> messages,
                        std::span<const std::pair<std::string, std::string>> tokens,
                        bool addsPrompt = true) const;

private:
    std::shared_ptr<const Syntax> syntax_;
    std::size_t size_ = 0;
};

}  // namespace hw::model::jinja
