// SPDX-License-Identifier: MIT
#include "model/tokenizer/classes/plain_files.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "core/localized_text.h"
#include "io/json/utf8.h"
#include "io/tree/number_format.h"
#include "model/tokenizer/classes/class_parts.h"
#include "model/tokenizer/read/assemble.h"
#include "model/tokenizer/read/components.h"
#include "model/tokenizer/read/tokenizer_json.h"
#include "model/tokenizer/steps/pre_tokenizers.h"

namespace hw::model {
namespace {

/// Lines without white space at their ends. An empty last line is dropped.
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

/// For a model without a class. RoBERTa's vocabulary has a mask.
TokenizerClass byteLevelClass(const TokenizerClass& named, const Vocabulary& vocabulary) {
    if (!named.name.empty()) return named;
    return classNamed(vocabulary.find("<mask>") >= 0 ? "RobertaTokenizer" : "GPT2Tokenizer");
}

/// ESM: each entry of the vocabulary is cut out of the text, the longest first, and what is left between white space is
/// one unknown token.
Result<Tokenizer> readResidues(const TokenizerClass& of, const TokenizerConfig& config,
                               std::string_view text) {
    Vocabulary vocabulary;
    TokenizerParts parts;
    putTokens(of, config, parts);
    std::set<std::string, std::less<>> known;  // the files may list many
    for (const AddedToken& token : parts.added) known.insert(token.content);
    std::int64_t id = 0;
    for (const std::string_view line : linesOf(text)) {
        const std::string_view token =
            line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
        if (token.size() > Vocabulary::longest) return std::unexpected(tokenTooLong("vocab.txt"));
        if (!vocabulary.add(token, id++)) break;  // readVocabText limits the lines
        if (token.empty() || !known.emplace(token).second) continue;
        AddedToken added;
        added.content = token;
        added.normalized = false;
        parts.added.push_back(std::move(added));
    }
    const AddedToken* const unknown = config.named[2] ? &*config.named[2] : nullptr;
    parts.preTokenizers.push_back(makeWhitespaceSplit());
    parts.model =
        makeWordLevel(std::move(vocabulary), unknown ? unknown->content : std::string(of.names[2]));
    putAround(of, config, parts);
    return Tokenizer::make(std::move(parts));
}

}  // namespace

std::unexpected<Problem> needsJson(std::string_view name) {
    return std::unexpected(Problem{
        Code::notRecognised,
        "tokenizer_config.json, tokenizer_class",
        formatText("\"{}\" isn't supported without a tokenizer.json."_tr, {io::excerpt(name)}),
        "Add the model’s tokenizer.json (saved by save_pretrained())."_tr,
        {}});
}

Result<Tokenizer> readVocabText(const ModelFiles& files) {
    const auto config = readTokenizerConfig(files);
    if (!config) return std::unexpected(config.error());
    auto of = classOf(*config, false);
    if (!of) return std::unexpected(of.error());
    if (of->name.empty()) of = classNamed("BertTokenizer");
    const bool isResidues = of->kind == ClassKind::residues;
    if (!isResidues && of->kind != ClassKind::wordPiece) return needsJson(of->name);
    const auto text = repairedText(files, "vocab.txt");
    if (!text) return std::unexpected(text.error());
    // A line takes many times the memory of its bytes, even if it is empty.
    constexpr std::ptrdiff_t mostLines = 1 << 20;
    if (std::ranges::count(*text, '\n') > mostLines)
        return std::unexpected(
            Problem{Code::tooLarge,
                    "vocab.txt",
                    formatText("The vocabulary exceeds {} tokens."_tr, {mostLines}),
                    "Is it the right file?"_tr,
                    {}});
    if (isResidues) return readResidues(*of, *config, *text);
    WordPieceTokens from;
    for (const std::string_view line : linesOf(*text))
        from.tokens.push_back({line, 0, PieceKind::normal});
    const AddedToken* const unknown = config->named[2] ? &*config->named[2] : nullptr;
    from.unknown = unknown ? unknown->content : of->names[2];
    auto parts = wordPieceParts(from);
    if (!parts) return std::unexpected(parts.error());
    return makeOfClass(*of, *config, std::move(*parts));
}

Result<Tokenizer> makeOfClass(const TokenizerClass& of, const TokenizerConfig& config,
                              TokenizerParts parts) {
    if (auto good = putSteps(of, config, parts); !good) return std::unexpected(good.error());
    putTokens(of, config, parts);
    putAround(of, config, parts);
    return Tokenizer::make(std::move(parts));
}

Result<Tokenizer> readVocabAndMerges(const ModelFiles& files) {
    const auto config = readTokenizerConfig(files);
    if (!config) return std::unexpected(config.error());
    const auto named = classOf(*config, true);
    if (!named) return std::unexpected(named.error());
    const auto json = files.readText("vocab.json");
    if (!json) return std::unexpected(json.error());
    const auto text = repairedText(files, "merges.txt");
    if (!text) return std::unexpected(text.error());
    const auto tree = readJson(*json, "vocab.json");
    if (!tree) return std::unexpected(tree.error());
    const auto vocabulary = readVocabulary(Fields(*tree, io::Tree::root, "vocab.json"));
    if (!vocabulary) return std::unexpected(vocabulary.error());
    const TokenizerClass of = byteLevelClass(*named, *vocabulary);
    ByteLevelTokens from;
    if (of.kind == ClassKind::clip) {
        from.split = "gpt-2";
        from.suffix = "</w>";
        from.unknown = config->named[2] ? config->named[2]->content : std::string(of.names[2]);
    } else if (of.kind == ClassKind::qwen2) {
        from.split = "qwen2";
    } else if (of.kind == ClassKind::byteLevel) {
        from.split = of.name == "GPTNeoXTokenizer" ? "modern-bert" : "gpt-2";
    } else {
        return needsJson(of.name);
    }
    for (std::int32_t id = 0; id < vocabulary->idCount(); ++id) {
        const auto token = vocabulary->text(id);
        if (!token) {
            return std::unexpected(Problem{Code::syntax,
                                           "vocab.json",
                                           formatText("No token has the id {}."_tr, {id}),
                                           "Download the file again."_tr,
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
                        formatText("\"{}\" is not a pair of strings."_tr, {io::excerpt(line)}),
                        "Download the file again."_tr,
                        {}});
        }
        from.merges.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
    auto parts = byteLevelParts(from);
    if (!parts) return std::unexpected(parts.error());
    return makeOfClass(of, *config, std::move(*parts));
}

}  // namespace hw::model
