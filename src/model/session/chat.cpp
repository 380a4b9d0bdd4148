// SPDX-License-Identifier: MIT
#include "model/session/chat.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/localized_text.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::model {
namespace {

constexpr std::uint64_t mostBytes = 16 << 20;

/// The file as JSON; nullopt if it is missing or cannot be read.
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

/// The tokens that the library passes to a template by these names.
constexpr std::array<std::string_view, 7> tokenNames{
    "bos_token", "eos_token", "unk_token", "pad_token", "sep_token", "cls_token", "mask_token"};

}  // namespace

Chat chatOf(std::string_view source, std::vector<std::pair<std::string, std::string>> tokens,
            bool hasParts) {
    Chat chat{.hasTemplate = !source.empty(),
              .form = {},
              .fault = {},
              .hasParts = hasParts,
              .tokens = std::move(tokens)};
    if (source.empty()) return chat;
    auto form = jinja::Template::parse(source);
    if (form) {
        // A template that fails for one word fails for every text.
        const std::array message{jinja::Message{"user", "Hello", hasParts ? 0 : -1}};
        auto text = form->render(message, chat.tokens);
        if (text)
            chat.form = std::move(*form);
        else
            form = std::unexpected(std::move(text.error()));
    }
    if (!form) chat.fault = form.error().place + ": " + form.error().finding;
    return chat;
}

Chat readChat(const ModelFiles& files, bool hasParts) {
    std::vector<std::pair<std::string, std::string>> tokens;
    const auto add = [&](std::string_view name, std::string text) {
        if (!text.empty() && std::ranges::find(tokens, name, [](const auto& one) {
                                 return std::string_view(one.first);
                             }) == tokens.end())
            tokens.emplace_back(name, std::move(text));
    };
    if (files.isGguf) {
        for (const auto& [name, key] : {std::pair{"bos_token", "tokenizer.ggml.bos_token_id"},
                                        {"eos_token", "tokenizer.ggml.eos_token_id"},
                                        {"unk_token", "tokenizer.ggml.unknown_token_id"},
                                        {"pad_token", "tokenizer.ggml.padding_token_id"}})
            add(name, tokenOf(files.metadata, key));
        return chatOf(files.metadata.text("tokenizer.chat_template").value_or(""),
                      std::move(tokens), hasParts);
    }
    std::string text;
    if (files.part("chat_template.jinja") != nullptr)
        text = files.readText("chat_template.jinja", mostBytes).value_or("");
    for (const std::string_view file :
         {"chat_template.json", "tokenizer_config.json", "special_tokens_map.json"}) {
        const auto tree = treeOf(files, file);
        if (!tree || !tree->is(io::Tree::root, io::Kind::object)) continue;
        if (text.empty()) text = templateAt(*tree);
        for (const std::string_view name : tokenNames) add(name, tokenAt(*tree, name));
    }
    return chatOf(text, std::move(tokens), hasParts);
}

Result<ChatText> asChat(const Chat& chat, std::span<const std::string> before,
                        std::string_view text, int images) {
    if (!chat.form)
        return std::unexpected(Problem{
            Code::badArgument, "chat",
            chat.hasTemplate ? formatText("The chat template can’t be run ({})."_tr, {chat.fault})
                             : std::string("This model has no chat template."_tr),
            "Send it as plain text."_tr, std::nullopt});
    std::vector<jinja::Message> messages;
    for (std::size_t i = 0; i < before.size(); ++i)
        messages.push_back({i % 2 == 0 ? "user" : "assistant", before[i], chat.hasParts ? 0 : -1});
    messages.push_back({"user", std::string(text), chat.hasParts ? 0 : -1});
    if (chat.hasParts) messages.front().images = images;
    auto rendered = chat.form->render(messages, chat.tokens);
    if (!rendered) return std::unexpected(std::move(rendered.error()));
    ChatText made{std::move(rendered->bytes), {}};
    const std::string& typed = rendered->typed;
    for (std::size_t at = 0; (at = typed.find('\1', at)) != std::string::npos;) {
        const std::size_t end = std::min(typed.find('\0', at), typed.size());
        made.said.emplace_back(at, end);
        at = end;
    }
    return made;
}

Result<std::vector<std::string>> readTalk(std::string_view json) {
    const auto tree = readJson(json, "chat");
    if (!tree) return std::unexpected(tree.error());
    const auto nodes = tree->is(io::Tree::root, io::Kind::array) ? tree->children(io::Tree::root)
                                                                 : std::vector<io::NodeId>();
    std::vector<std::string> said;
    for (const io::NodeId node : nodes)
        if (tree->is(node, io::Kind::string)) said.emplace_back(tree->string(node));
    // Empty lists and lists of numbers have no text children.
    if (said.empty() || said.size() != nodes.size())
        return std::unexpected(Problem{Code::badArgument, "chat",
                                       std::string("This is not a list of messages."_tr),
                                       "Alternate messages and answers."_tr, std::nullopt});
    return said;
}

}  // namespace hw::model
