// SPDX-License-Identifier: MIT
#include "model/tokenizer/read/plain_files.h"

#include <algorithm>
#include <utility>

#include "core/words.h"
#include "io/json/utf8.h"
#include "io/tree/words.h"
#include "model/tokenizer/read/components.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::model {
namespace {

/// Lines without white space at their ends; an empty last line is none.
std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
        lines.push_back(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

Result<std::string> repairedText(const ModelFiles& files, std::string_view name) {
    auto text = files.readText(name);
    if (text) io::repairUtf8(*text);
    return text;
}

std::int32_t idIn(const std::vector<ListedToken>& tokens, std::string_view text) {
    if (text.empty()) return -1;
    const auto found = std::ranges::find(tokens, text, &ListedToken::text);
    return found == tokens.end() ? -1 : static_cast<std::int32_t>(found - tokens.begin());
}

SpecialIds idsOfConfig(const TokenizerConfig& config, const std::vector<ListedToken>& tokens) {
    SpecialIds ids;
    ids.bos = idIn(tokens, config.bos);
    ids.eos = idIn(tokens, config.eos);
    ids.cls = idIn(tokens, config.cls);
    ids.sep = idIn(tokens, config.sep);
    ids.pad = idIn(tokens, config.pad);
    ids.mask = idIn(tokens, config.mask);
    ids.unknown = idIn(tokens, config.unknown);
    return ids;
}

struct ByteLevelClass {
    std::string_view name;
    std::string_view split;
    bool isRoberta;
};
constexpr ByteLevelClass byteLevelClasses[] = {
    {"GPT2Tokenizer", "gpt-2", false},    {"CodeGenTokenizer", "gpt-2", false},
    {"GPTNeoXTokenizer", "gpt-2", false}, {"RobertaTokenizer", "gpt-2", true},
    {"BartTokenizer", "gpt-2", true},     {"LongformerTokenizer", "gpt-2", true},
    {"LEDTokenizer", "gpt-2", true},      {"Qwen2Tokenizer", "qwen2", false}};

}  // namespace

Result<Tokenizer> readVocabText(const ModelFiles& files) {
    const auto text = repairedText(files, "vocab.txt");
    if (!text) return std::unexpected(text.error());
    auto config = readTokenizerConfig(files);
    if (!config) return std::unexpected(config.error());
    // BERT's own names, unless the files say otherwise.
    for (const auto& [name, usual] : {std::pair{&config->unknown, "[UNK]"},
                                      {&config->cls, "[CLS]"},
                                      {&config->sep, "[SEP]"},
                                      {&config->pad, "[PAD]"},
                                      {&config->mask, "[MASK]"}})
        if (name->empty()) *name = usual;
    WordPieceTokens from;
    for (const std::string_view line : linesOf(*text)) {
        const bool special = line == config->unknown || line == config->cls ||
                             line == config->sep || line == config->pad || line == config->mask;
        from.tokens.push_back({line, 0, special ? PieceKind::control : PieceKind::normal});
    }
    from.special = idsOfConfig(*config, from.tokens);
    from.unknown = config->unknown;
    from.normalizer = {true, config->splitsChinese, config->stripAccents, config->lowercase};
    from.added = std::move(config->added);
    return makeWordPieceTokenizer(from);
}

Result<Tokenizer> readVocabAndMerges(const ModelFiles& files) {
    const auto json = files.readText("vocab.json");
    if (!json) return std::unexpected(json.error());
    const auto text = repairedText(files, "merges.txt");
    if (!text) return std::unexpected(text.error());
    auto config = readTokenizerConfig(files);
    if (!config) return std::unexpected(config.error());
    const auto tree = readJson(*json, "vocab.json");
    if (!tree) return std::unexpected(tree.error());
    const auto vocabulary = readVocabulary(Fields(*tree, io::Tree::root, "vocab.json"));
    if (!vocabulary) return std::unexpected(vocabulary.error());

    std::string name = config->tokenizerClass;
    if (name.empty()) name = vocabulary->find("<mask>") >= 0 ? "RobertaTokenizer" : "GPT2Tokenizer";
    const auto* const kind = std::ranges::find(byteLevelClasses, name, &ByteLevelClass::name);
    if (kind == std::end(byteLevelClasses)) {
        return std::unexpected(Problem{
            Code::notRecognised,
            "tokenizer_config.json, tokenizer_class",
            say("\"{}\" isn't supported without a tokenizer.json."_tr, {io::excerpt(name)}),
            "Add the model's tokenizer.json; the library writes one with save_pretrained()."_tr,
            {}});
    }
    ByteLevelTokens from;
    from.split = kind->split;
    for (std::int32_t id = 0; id < vocabulary->idCount(); ++id) {
        const auto token = vocabulary->text(id);
        if (!token) {
            return std::unexpected(Problem{Code::syntax,
                                           "vocab.json",
                                           say("No token has the id {}."_tr, {id}),
                                           "The file is damaged: download it again."_tr,
                                           {}});
        }
        from.tokens.push_back({*token, 0, PieceKind::normal});
    }
    for (const std::string_view line : linesOf(*text)) {
        const std::size_t space = line.find(' ');
        if (line.empty() || line.starts_with("#version")) continue;
        if (space == std::string_view::npos) {
            return std::unexpected(
                Problem{Code::syntax,
                        "merges.txt",
                        say("\"{}\" is not a pair of texts."_tr, {io::excerpt(line)}),
                        "The file is damaged: download it again."_tr,
                        {}});
        }
        from.merges.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
    if (kind->isRoberta) {
        for (const auto& [token, usual] : {std::pair{&config->bos, "<s>"}, {&config->eos, "</s>"}})
            if (token->empty()) *token = usual;
    } else if (config->eos.empty()) {
        config->bos = config->eos = "<|endoftext|>";
    }
    from.special = idsOfConfig(*config, from.tokens);
    from.around = {config->addBos.value_or(kind->isRoberta),
                   config->addEos.value_or(kind->isRoberta), false, kind->isRoberta};
    from.trimsOffsets = kind->isRoberta;
    from.addPrefixSpace = config->addPrefixSpace;
    from.added = std::move(config->added);
    for (const std::string& special : {config->bos, config->eos}) {
        if (std::ranges::find(from.added, special, &AddedToken::content) != from.added.end())
            continue;
        AddedToken token;
        token.content = special;
        token.special = true;
        token.normalized = false;
        from.added.push_back(std::move(token));
    }
    return makeByteLevelTokenizer(from);
}

}  // namespace hw::model
