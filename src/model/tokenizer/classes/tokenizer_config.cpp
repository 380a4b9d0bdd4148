// SPDX-License-Identifier: MIT
#include "model/tokenizer/classes/tokenizer_config.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "model/tokenizer/read/fields.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::model {
namespace {

constexpr std::uint64_t mostBytes = 16 << 20;

/// "[MASK]", or {"content": "[MASK]", "lstrip": true, ...}
Result<AddedToken> readToken(const Fields& fields) {
    AddedToken token;
    token.special = true;
    token.normalized = false;
    if (fields.tree().is(fields.node(), io::Kind::string)) {
        token.content = fields.tree().string(fields.node());
        return token;
    }
    auto content = fields.text("content");
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
        const auto value = fields.truth(flag.key, token.*flag.member);
        if (!value) return std::unexpected(value.error());
        token.*flag.member = *value;
    }
    return token;
}

Result<void> readFlags(const Fields& root, TokenizerConfig& config) {
    for (const auto& [key, member] : {std::pair{"do_lower_case", &TokenizerConfig::lowercase},
                                      {"add_prefix_space", &TokenizerConfig::addPrefixSpace},
                                      {"tokenize_chinese_chars", &TokenizerConfig::splitsChinese},
                                      {"strip_accents", &TokenizerConfig::stripAccents},
                                      {"keep_accents", &TokenizerConfig::keepsAccents},
                                      {"split_by_punct", &TokenizerConfig::splitsPunctuation},
                                      {"legacy", &TokenizerConfig::isLegacy},
                                      {"add_bos_token", &TokenizerConfig::addBos},
                                      {"add_eos_token", &TokenizerConfig::addEos}}) {
        if (root.lacks(key)) continue;
        const auto value = root.truth(key);
        if (!value) return std::unexpected(value.error());
        config.*member = *value;
    }
    const auto extra = root.number("extra_ids", 100);
    if (!extra) return std::unexpected(extra.error());
    if (*extra < 0 || *extra > 10'000) return root.wrong("extra_ids", "a small number"_tr);
    config.extraIds = static_cast<int>(*extra);
    const io::NodeId side = root.find("truncation_side");
    config.cutsLeft = root.tree().is(side, io::Kind::string) && root.tree().string(side) == "left";
    const io::NodeId inputs = root.find("model_input_names");
    if (root.tree().is(inputs, io::Kind::array)) {
        config.givesTypes = false;
        for (const io::NodeId name : root.tree().children(inputs))
            if (root.tree().is(name, io::Kind::string) &&
                root.tree().string(name) == "token_type_ids")
                config.givesTypes = true;
    }
    return {};
}

/// Reads the tokens with names, and those without: additional_special_tokens, and the model's own names.
Result<void> readTokens(const Fields& root, TokenizerConfig& config) {
    constexpr std::string_view keys[namedTokens] = {
        "bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"};
    for (int i = 0; i < namedTokens; ++i) {
        const io::NodeId node = root.find(keys[i]);
        if (node == io::none) continue;
        config.named[i].emplace();
        if (root.tree().is(node, io::Kind::null)) continue;
        auto token = readToken(root.in(keys[i]));
        if (!token) return std::unexpected(token.error());
        config.named[i] = std::move(*token);
    }
    for (const std::string_view key : {"additional_special_tokens", "extra_special_tokens"}) {
        if (root.lacks(key)) continue;
        const Fields list = root.in(key);
        for (const io::NodeId child : root.tree().children(list.node())) {
            auto token = readToken(Fields(root.tree(), child, list.place()));
            if (!token) return std::unexpected(token.error());
            config.extra.push_back(std::move(*token));
        }
    }
    for (const io::NodeId child : root.tree().children(root.node())) {
        const std::string_view key = root.tree().key(child);
        if (!key.ends_with("_token") || !root.tree().is(child, io::Kind::string) ||
            std::ranges::find(keys, key) != std::end(keys))
            continue;
        auto token = readToken(root.in(key));
        if (token) config.extra.push_back(std::move(*token));
    }
    return {};
}

/// {"5": {"content": ...}, ...}, in the order of the numbers, which the tokenizer may change.
Result<void> readDecoder(const Fields& listed, std::vector<AddedToken>& out) {
    std::vector<std::pair<std::uint64_t, AddedToken>> numbered;
    for (const io::NodeId child : listed.tree().children(listed.node())) {
        const std::string_view key = listed.tree().key(child);
        std::uint64_t id = 0;
        if (std::from_chars(key.data(), key.data() + key.size(), id).ec != std::errc{})
            return listed.wrong(key, "a token id"_tr);
        const Fields one(listed.tree(), child, listed.place() + '.' + std::to_string(id));
        auto token = readToken(one);
        if (!token) return std::unexpected(token.error());
        // AddedToken's defaults for flags that the file lacks.
        if (one.lacks("special")) token->special = false;
        if (one.lacks("normalized")) token->normalized = !token->special;
        numbered.emplace_back(id, std::move(*token));
    }
    std::ranges::stable_sort(numbered, {}, &std::pair<std::uint64_t, AddedToken>::first);
    for (auto& [id, token] : numbered) out.push_back(std::move(token));
    return {};
}

Result<void> readSentenceConfig(const ModelFiles& files, TokenizerConfig& config) {
    const Part* part = files.sentenceConfig();
    if (part == nullptr) return {};
    const auto tree = ModelFiles::readJson(*part);
    if (!tree) return std::unexpected(tree.error());
    const auto lowers = Fields(*tree, io::Tree::root, std::string(baseName(part->name)) + ", ")
                            .truth("do_lower_case", false);
    if (!lowers) return std::unexpected(lowers.error());
    config.lowersFirst = *lowers;
    return {};
}

Result<io::Tree> treeIn(const ModelFiles& files, std::string_view name) {
    const auto text = files.readText(name, mostBytes);
    if (!text) return std::unexpected(text.error());
    return readJson(*text, std::string(name));
}

/// added_tokens.json: {"<pad>": 5, ...}, special if they have a name.
Result<void> readAddedTokens(const ModelFiles& files, TokenizerConfig& config) {
    const auto tree = treeIn(files, "added_tokens.json");
    if (!tree) return std::unexpected(tree.error());
    const Fields root(*tree, io::Tree::root, "added_tokens.json");
    std::set<std::string_view> special;
    for (const std::optional<AddedToken>& token : config.named)
        if (token) special.insert(token->content);
    for (const AddedToken& token : config.extra) special.insert(token.content);
    std::vector<std::pair<double, AddedToken>> numbered;
    for (const io::NodeId child : tree->children(io::Tree::root)) {
        if (!tree->is(child, io::Kind::number))
            return root.wrong(tree->key(child), "a token id"_tr);
        AddedToken token;
        token.content = tree->key(child);
        token.special = special.contains(token.content);
        token.normalized = !token.special;
        numbered.emplace_back(tree->number(child), std::move(token));
    }
    std::ranges::stable_sort(numbered, {}, &std::pair<double, AddedToken>::first);
    for (auto& [id, token] : numbered) config.added.push_back(std::move(token));
    return {};
}

}  // namespace

Result<TokenizerConfig> readTokenizerConfig(const ModelFiles& files) {
    TokenizerConfig config;
    if (files.part("config.json") && !files.isGguf) {
        const auto tree = treeIn(files, "config.json");
        if (!tree) return std::unexpected(tree.error());
        const Fields root(*tree, io::Tree::root, "config.json, ");
        for (const auto& [key, text] : {std::pair{"model_type", &config.modelType},
                                        {"tokenizer_class", &config.tokenizerClass}})
            if (tree->is(root.find(key), io::Kind::string)) *text = tree->string(root.find(key));
    }
    bool hasDecoder = false;
    if (files.part("tokenizer_config.json")) {
        const auto tree = treeIn(files, "tokenizer_config.json");
        if (!tree) return std::unexpected(tree.error());
        const Fields root(*tree, io::Tree::root, "tokenizer_config.json, ");
        auto name = root.text("tokenizer_class", "");
        if (!name) return std::unexpected(name.error());
        if (!name->empty()) config.tokenizerClass = std::move(*name);
        if (auto good = readFlags(root, config); !good) return std::unexpected(good.error());
        if (auto good = readTokens(root, config); !good) return std::unexpected(good.error());
        const Fields listed = root.in("added_tokens_decoder");
        hasDecoder = !root.lacks("added_tokens_decoder");
        if (listed.isObject())
            if (auto good = readDecoder(listed, config.added); !good)
                return std::unexpected(good.error());
    }
    config.listsAdded = hasDecoder;
    if (auto good = readSentenceConfig(files, config); !good) return std::unexpected(good.error());
    // The fast classes read the same files.
    if (config.tokenizerClass.ends_with("Fast"))
        config.tokenizerClass.resize(config.tokenizerClass.size() - 4);
    // The decoder's list replaced both older files.
    if (!hasDecoder && files.part("special_tokens_map.json")) {
        const auto tree = treeIn(files, "special_tokens_map.json");
        if (!tree) return std::unexpected(tree.error());
        if (auto good =
                readTokens(Fields(*tree, io::Tree::root, "special_tokens_map.json, "), config);
            !good)
            return std::unexpected(good.error());
    }
    if (!hasDecoder && files.part("added_tokens.json"))
        if (auto good = readAddedTokens(files, config); !good) return std::unexpected(good.error());
    // A name of a listed token refers to that token, with its flags.
    for (std::optional<AddedToken>& token : config.named) {
        if (!token) continue;
        const auto listed = std::ranges::find(config.added, token->content, &AddedToken::content);
        if (listed != config.added.end()) token = *listed;
    }
    return config;
}

}  // namespace hw::model
