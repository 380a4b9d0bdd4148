// SPDX-License-Identifier: MIT
#include "model/session/chat.h"

#include <algorithm>
#include <utility>

#include "core/tokens/utf8_text.h"
#include "model/session/chat_forms.h"
#include "model/tokenizer/read/tokenizer_json.h"
#include "model/unicode/code_points.h"

namespace hw::model {
namespace {

constexpr std::uint64_t mostBytes = 16 << 20;

/// The file as JSON; nullopt where there is none that can be read.
std::optional<io::Tree> treeOf(const ModelFiles& files, std::string_view name) {
    if (files.part(name) == nullptr) return std::nullopt;
    const auto text = files.readText(name, mostBytes);
    if (!text) return std::nullopt;
    auto tree = readJson(*text, std::string(name));
    if (!tree) return std::nullopt;
    return std::move(*tree);
}

std::string textAt(const io::Tree& tree, io::NodeId node) {
    return node != io::none && tree.is(node, io::Kind::string) ? std::string(tree.string(node))
                                                               : std::string();
}

/// "</s>", or {"content": "</s>"}.
std::string tokenAt(const io::Tree& tree, std::string_view key) {
    const io::NodeId node = tree.find(io::Tree::root, key);
    if (node != io::none && tree.is(node, io::Kind::object))
        return textAt(tree, tree.find(node, "content"));
    return textAt(tree, node);
}

/// A text, or a list of {"name": "default", "template": ...}.
std::string templateAt(const io::Tree& tree) {
    const io::NodeId node = tree.find(io::Tree::root, "chat_template");
    if (node == io::none || !tree.is(node, io::Kind::array)) return textAt(tree, node);
    for (const io::NodeId child : tree.children(node))
        if (tree.is(child, io::Kind::object) && textAt(tree, tree.find(child, "name")) == "default")
            return textAt(tree, tree.find(child, "template"));
    return {};
}

std::string tokenOf(const Metadata& metadata, std::string_view key) {
    const auto id = metadata.number(key);
    const TextList* tokens = metadata.texts("tokenizer.ggml.tokens");
    if (!id || tokens == nullptr || !(*id >= 0 && *id < static_cast<double>(tokens->size())))
        return {};
    return std::string((*tokens)[static_cast<std::size_t>(*id)]);
}

Chat chatOf(std::string_view templateText, std::string_view bos, std::string_view eos) {
    if (templateText.empty()) return {};
    return {true, chatFormOf(templateText, bos, eos)};
}

std::string filled(std::string_view frame, std::string_view bos, std::string_view eos) {
    std::string text(frame);
    for (const auto& [place, token] : {std::pair{std::string_view("{bos}"), bos}, {"{eos}", eos}})
        for (std::size_t at = 0; (at = text.find(place, at)) != std::string::npos;
             at += token.size())
            text.replace(at, place.size(), token);
    return text;
}

/// Python's str.isspace(): White_Space, and the four separators of ASCII.
bool isPythonSpace(char32_t c) { return (c >= 0x1C && c <= 0x1F) || aboutCodePoint(c).isSpace(); }

std::string_view answerIn(AnswerForm form, std::string_view text) {
    if (form == AnswerForm::whole) return text;
    if (form == AnswerForm::stripped) return stripped(text);
    constexpr std::string_view end = "</think>";
    const std::size_t at = text.rfind(end);
    if (at == std::string_view::npos) return text;
    text.remove_prefix(at + end.size());
    if (form == AnswerForm::behindThoughtLines)
        text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
    return text;
}

}  // namespace

std::uint64_t chatHash(std::string_view templateText) {
    if (templateText.ends_with('\n')) templateText.remove_suffix(1);
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : templateText)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return hash;
}

std::optional<ChatForm> chatFormOf(std::uint64_t hash, std::string_view bos, std::string_view eos) {
    const auto known = std::ranges::find(chatTemplates, hash, &ChatTemplate::hash);
    if (known == chatTemplates.end()) return std::nullopt;
    const ChatFrame& frame = chatFrames[known->frame];
    const std::string_view answered = frame.answered.empty() ? frame.behind : frame.answered;
    return ChatForm{filled(frame.before, bos, eos), filled(frame.behind, bos, eos), frame.trims,
                    filled(answered, bos, eos),     filled(frame.after, bos, eos),  frame.answers};
}

std::optional<ChatForm> chatFormOf(std::string_view templateText, std::string_view bos,
                                   std::string_view eos) {
    return chatFormOf(chatHash(templateText), bos, eos);
}

Chat readChat(const ModelFiles& files) {
    if (files.isGguf)
        return chatOf(files.metadata.text("tokenizer.chat_template").value_or(""),
                      tokenOf(files.metadata, "tokenizer.ggml.bos_token_id"),
                      tokenOf(files.metadata, "tokenizer.ggml.eos_token_id"));
    std::string text;
    std::string bos;
    std::string eos;
    if (files.part("chat_template.jinja") != nullptr)
        text = files.readText("chat_template.jinja", mostBytes).value_or("");
    for (const std::string_view name : {"tokenizer_config.json", "special_tokens_map.json"}) {
        const auto tree = treeOf(files, name);
        if (!tree || !tree->is(io::Tree::root, io::Kind::object)) continue;
        if (text.empty()) text = templateAt(*tree);
        if (bos.empty()) bos = tokenAt(*tree, "bos_token");
        if (eos.empty()) eos = tokenAt(*tree, "eos_token");
    }
    return chatOf(text, bos, eos);
}

Result<std::vector<std::string>> readTalk(std::string_view json) {
    const auto tree = readJson(json, "chat");
    if (!tree) return std::unexpected(tree.error());
    const auto nodes = tree->is(io::Tree::root, io::Kind::array) ? tree->children(io::Tree::root)
                                                                 : std::vector<io::NodeId>();
    std::vector<std::string> said;
    for (const io::NodeId node : nodes)
        if (tree->is(node, io::Kind::string)) said.emplace_back(tree->string(node));
    // An empty list, and one of numbers, are no children of text.
    if (said.empty() || said.size() != nodes.size())
        return std::unexpected(Problem{Code::badArgument, "chat",
                                       std::string("This is not a list of messages."_tr),
                                       "Give messages and answers in turn."_tr, std::nullopt});
    return said;
}

std::string_view stripped(std::string_view text) {
    std::size_t begin = text.size();
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t from = at;
        if (isPythonSpace(nextCodePoint(text, at))) continue;
        begin = std::min(begin, from);
        end = at;
    }
    return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

ChatText asChat(const ChatForm& form, std::span<const std::string> before, std::string_view text) {
    ChatText made{form.before, {}};
    const auto say = [&](std::string_view words, const std::string& behind) {
        const std::size_t begin = made.text.size();
        made.text += words;
        made.said.emplace_back(begin, made.text.size());
        made.text += behind;
    };
    for (std::size_t i = 0; i + 1 < before.size(); i += 2) {
        say(form.trims ? stripped(before[i]) : std::string_view(before[i]), form.answered);
        say(answerIn(form.answers, before[i + 1]), form.after);
    }
    say(form.trims ? stripped(text) : text, form.behind);
    return made;
}

std::string asMessage(const ChatForm& form, std::string_view text,
                      std::span<const std::string> before) {
    return asChat(form, before, text).text;
}

}  // namespace hw::model
