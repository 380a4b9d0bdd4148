// SPDX-License-Identifier: MIT
#include "model/jinja/template.h"

#include <utility>

#include "core/localized_text.h"
#include "model/jinja/ast.h"
#include "model/jinja/interpreter.h"
#include "model/jinja/lex.h"

namespace hw::model::jinja {

Result<Template> Template::parse(std::string_view source) {
    constexpr std::size_t most = 1 << 20;
    if (source.size() > most)
        return std::unexpected(templateProblem(
            Code::tooLarge, 1, std::string("The template is larger than 1 MB."_tr)));
    auto syntax = jinja::parse(source);
    if (!syntax) return std::unexpected(std::move(syntax.error()));
    Template made;
    made.syntax_ = std::make_shared<const Syntax>(std::move(*syntax));
    made.size_ = source.size();
    return made;
}

Result<Text> Template::render(std::span<const Message> messages,
                              std::span<const std::pair<std::string, std::string>> tokens,
                              bool addsPrompt) const {
    auto scope = std::make_shared<Scope>();
    addGlobals(*scope);
    std::uint64_t size = size_;
    List list;
    for (const Message& one : messages) {
        size += one.content.size() + 100;
        Dict dict;
        dict.set("role", one.role);
        Text content{one.content, std::string(one.content.size(), '\1')};
        if (one.images < 0) {
            dict.set("content", std::move(content));
        } else {
            List parts;
            for (int image = 0; image < one.images; ++image) {
                Dict part;
                part.set("type", "image");
                parts.items.emplace_back(std::move(part));
            }
            Dict part;
            part.set("type", "text");
            part.set("text", std::move(content));
            parts.items.emplace_back(std::move(part));
            size += 100 * parts.items.size();
            dict.set("content", std::move(parts));
        }
        list.items.emplace_back(std::move(dict));
    }
    scope->names["messages"] = std::move(list);
    scope->names["tools"] = None{};
    scope->names["documents"] = None{};
    scope->names["add_generation_prompt"] = addsPrompt;
    for (const auto& [name, text] : tokens) {
        size += text.size();
        scope->names[name] = text;
    }
    // A template loops over its messages a few times, and each step may copy each letter.
    const Budget budget{.steps = 200'000 + 50 * size, .bytes = (8U << 20U) + 200 * size};
    return Interpreter(*syntax_, budget).run(std::move(scope));
}

}  // namespace hw::model::jinja
