// SPDX-License-Identifier: MIT
// A text as the message of a user to a model that chats, on its own or after other messages and their answers. The model's own template
// (model/jinja) puts the text around it.
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

/// A talk as its template renders it, and which bytes of it a user or the model wrote: from byte to byte, in order.
struct ChatText {
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> said;
};

/// The chat template of a model.
struct Chat {
    bool hasTemplate = false;
    std::optional<jinja::Template>
        form;           ///< nullopt: there is none, or it cannot render one message
    std::string fault;  ///< why it cannot
    /// bos_token and the other tokens that a template may name.
    std::vector<std::pair<std::string, std::string>> tokens;
};

/// From chat_template.jinja, else tokenizer_config.json (of several templates the one named "default"), or from the keys of a GGUF file.
/// A file that cannot be read counts as missing: the model runs without it.
Chat readChat(const ModelFiles& files);
/// A template with its tokens.
Chat chatOf(std::string_view source, std::vector<std::pair<std::string, std::string>> tokens);

/// The text that transformers' apply_chat_template renders of one message of a user with add_generation_prompt; after `before`, messages and their
/// answers in turn, as many of each. Errors: badArgument, where there is no template or the template refuses the talk; tooLarge.
Result<ChatText> asChat(const Chat& chat, std::span<const std::string> before,
                        std::string_view text);
/// What was said before a message: a JSON list of texts. Errors: syntax; badArgument for anything else.
Result<std::vector<std::string>> readTalk(std::string_view json);

}  // namespace hw::model
