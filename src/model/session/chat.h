// SPDX-License-Identifier: MIT
// A text as the message of a user to a model that chats, alone or behind others and their answers. Templates are programs of a language of their own, which is not interpreted
// here: those that many models have are known by their hash (chat_forms.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"

namespace hw::model {

/// What is left of an answer in the turns behind it.
enum class AnswerForm : std::uint8_t {
    whole,
    stripped,            ///< without white space around it
    behindThought,       ///< what stands behind the last </think>
    behindThoughtLines,  ///< the same, without the line ends before it
};

/// What stands around one message, up to where the model's answer begins; with a system message where the template puts one in.
struct ChatForm {
    std::string before;
    std::string behind;
    bool trims = false;    ///< white space around the message is left out
    std::string answered;  ///< behind a message whose answer is there
    std::string after;     ///< between an answer and the next message
    AnswerForm answers = AnswerForm::whole;
};

/// A talk as its template puts it, and what of it was said: from byte to byte, in turn by the user and the model.
struct ChatText {
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> said;
};

/// What a model's files say of chats.
struct Chat {
    bool hasTemplate = false;
    std::optional<ChatForm> form;  ///< nullopt: no template that is known
};

/// From chat_template.jinja, else tokenizer_config.json (of several the one named "default"); of a GGUF file from its keys. A file
/// that cannot be read says nothing: it isn't needed for running the model.
Chat readChat(const ModelFiles& files);

/// FNV-1a of 64 bits; a line's end at the end of the file does not count.
std::uint64_t chatHash(std::string_view templateText);
/// The form of a template that is known; nullopt: it isn't. `bos` and `eos` are the texts of these tokens.
std::optional<ChatForm> chatFormOf(std::string_view templateText, std::string_view bos,
                                   std::string_view eos);
/// The same by the template's hash.
std::optional<ChatForm> chatFormOf(std::uint64_t hash, std::string_view bos, std::string_view eos);

/// What the library's apply_chat_template makes of one message of a user with add_generation_prompt (transformers 4.57); behind `before`,
/// messages and their answers in turn: as many of the ones as of the others.
ChatText asChat(const ChatForm& form, std::span<const std::string> before, std::string_view text);
/// The text of it.
std::string asMessage(const ChatForm& form, std::string_view text,
                      std::span<const std::string> before = {});
/// What was said before a message: a JSON list of texts. Errors: syntax; badArgument for anything else.
Result<std::vector<std::string>> readTalk(std::string_view json);
/// `text` without white space around it, as Python's str.strip() sees it.
std::string_view stripped(std::string_view text);

}  // namespace hw::model
