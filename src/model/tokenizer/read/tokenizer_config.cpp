// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "model/tokenizer/read/fields.h"
#include "model/tokenizer/read/plain_files.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::model {
namespace {

/// "[MASK]", or {"content": "[MASK]", "lstrip": true, ...}
Result<AddedToken> readNamedToken(const Fields& fields, std::string_view key) {
    AddedToken token;
    token.special = true;
    token.normalized = false;
    if (fields.tree().is(fields.find(key), io::Kind::string)) {
        token.content = fields.tree().string(fields.find(key));
        return token;
    }
    const Fields inside = fields.in(key);
    auto content = inside.text("content");
    if (!content) return std::unexpected(content.error());
    token.content = std::move(*content);
    struct Flag {
        std::string_view key;
        bool AddedToken::* member;
    };
    constexpr Flag flags[] = {{"lstrip", &AddedToken::lstrip},
                              {"rstrip", &AddedToken::rstrip},
                              {"single_word", &AddedToken::singleWord},
                              {"normalized", &AddedToken::normalized},
                              {"special", &AddedToken::special}};
    for (const Flag& flag : flags) {
        const auto value = inside.truth(flag.key, token.*flag.member);
        if (!value) return std::unexpected(value.error());
        token.*flag.member = *value;
    }
    return token;
}

Result<void> readFlags(const Fields& root, TokenizerConfig& config) {
    auto name = root.text("tokenizer_class", "");
    if (!name) return std::unexpected(name.error());
    config.tokenizerClass = std::move(*name);
    // The fast classes read the same files.
    if (config.tokenizerClass.ends_with("Fast"))
        config.tokenizerClass.resize(config.tokenizerClass.size() - 4);
    for (const auto& [key, member] :
         {std::pair{"do_lower_case", &TokenizerConfig::lowercase},
          {"add_prefix_space", &TokenizerConfig::addPrefixSpace},
          {"tokenize_chinese_chars", &TokenizerConfig::splitsChinese}}) {
        const auto value = root.truth(key, config.*member);
        if (!value) return std::unexpected(value.error());
        config.*member = *value;
    }
    for (const auto& [key, member] : {std::pair{"strip_accents", &TokenizerConfig::stripAccents},
                                      {"add_bos_token", &TokenizerConfig::addBos},
                                      {"add_eos_token", &TokenizerConfig::addEos}}) {
        if (root.lacks(key)) continue;
        const auto value = root.truth(key);
        if (!value) return std::unexpected(value.error());
        config.*member = *value;
    }
    return {};
}

Result<void> readTokens(const Fields& root, TokenizerConfig& config) {
    const Fields listed = root.in("added_tokens_decoder");
    if (listed.isObject()) {
        for (const io::NodeId child : listed.tree().children(listed.node())) {
            auto token = readNamedToken(listed, listed.tree().key(child));
            if (!token) return std::unexpected(token.error());
            config.added.push_back(std::move(*token));
        }
    }
    for (const auto& [key, member] : {std::pair{"bos_token", &TokenizerConfig::bos},
                                      {"eos_token", &TokenizerConfig::eos},
                                      {"unk_token", &TokenizerConfig::unknown},
                                      {"cls_token", &TokenizerConfig::cls},
                                      {"sep_token", &TokenizerConfig::sep},
                                      {"pad_token", &TokenizerConfig::pad},
                                      {"mask_token", &TokenizerConfig::mask}}) {
        if (root.lacks(key)) continue;
        auto token = readNamedToken(root, key);
        if (!token) return std::unexpected(token.error());
        config.*member = token->content;
        if (std::ranges::find(config.added, token->content, &AddedToken::content) ==
            config.added.end())
            config.added.push_back(std::move(*token));
    }
    return {};
}

}  // namespace

Result<TokenizerConfig> readTokenizerConfig(const ModelFiles& files) {
    TokenizerConfig config;
    for (const std::string_view name : {"tokenizer_config.json", "special_tokens_map.json"}) {
        if (!files.part(name)) continue;
        const auto text = files.readText(name, 16 << 20);
        if (!text) return std::unexpected(text.error());
        const auto tree = readJson(*text, std::string(name));
        if (!tree) return std::unexpected(tree.error());
        const Fields root(*tree, io::Tree::root, std::string(name) + ", ");
        if (name == "tokenizer_config.json")
            if (auto good = readFlags(root, config); !good) return std::unexpected(good.error());
        if (auto good = readTokens(root, config); !good) return std::unexpected(good.error());
    }
    return config;
}

}  // namespace hw::model
