// SPDX-License-Identifier: MIT
// Formats a user's message to a chat model, on its own or after other messages and their answers, with the model's own
// template (model/jinja).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/jinja/template.h"

namespace hw::model {

/// A conversation as rendered by its template, and the byte ranges that the user or the model wrote, in order.
struct ChatText {
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> said;
};

/// The chat template of a model.
struct Chat {
    bool hasTemplate = false;
    /// Nullopt if there is none, or it cannot render one message.
    std::optional<jinja::Template> form;
    std::string fault;      ///< why it cannot
    bool hasParts = false;  ///< messages are lists of parts, because they may have pictures
    /// bos_token and other tokens that a template may use.
    std::vector<std::pair<std::string, std::string>> tokens;
};

/// Reads chat_template.jinja or chat_template.json, else tokenizer_config.json (with several templates the one named "default"), or the keys
/// of a GGUF file. A file that cannot be read counts as missing, because the model can run without it.
Chat readChat(const ModelFiles& files, bool hasParts = false);
/// A template with its tokens.
Chat chatOf(std::string_view source, std::vector<std::pair<std::string, std::string>> tokens,
            bool hasParts = false);

/// The text that transformers' apply_chat_template renders for one message of a user with add_generation_prompt.
/// `before` has earlier messages and their answers in turn, as many of each. `images` pictures belong to the first
/// message. Errors: badArgument if there is no
/// template or the template rejects the conversation; tooLarge.
Result<ChatText> asChat(const Chat& chat, std::span<const std::string> before,
                        std::string_view text, int images = 0);
/// Parses earlier messages and answers from a JSON list of texts. Errors: syntax; badArgument for anything else.
Result<std::vector<std::string>> readTalk(std::string_view json);

}  // namespace hw::model
