// SPDX-License-Identifier: MIT
#include "model/tokenizer/classes/open_tokenizer.h"

#include "core/localized_text.h"
#include "model/tokenizer/classes/class_parts.h"
#include "model/tokenizer/classes/plain_files.h"
#include "model/tokenizer/read/gguf_tokenizer.h"
#include "model/tokenizer/read/sentence_piece.h"
#include "model/tokenizer/read/splits.h"
#include "model/tokenizer/read/tokenizer_json.h"
#include "model/tokenizer/steps/normalizers.h"

namespace hw::model {

namespace {

/// tokenizer.json as the library's class reads it: with the class's steps and the options of tokenizer_config.json.
Result<Tokenizer> openJson(const ModelFiles& files) {
    const auto text = files.readText("tokenizer.json");
    if (!text) return std::unexpected(text.error());
    auto read = readJsonParts(*text);
    if (!read) return std::unexpected(read.error());
    auto config = readTokenizerConfig(files);
    if (!config) return std::unexpected(config.error());
    config->addBos.reset();  // tokenizer.json has the flag already
    config->addEos.reset();
    const auto of = classOf(*config, read->isByteLevel);
    if (!of) return std::unexpected(of.error());
    const ClassKind kind = of->kind;
    if (kind == ClassKind::residues) return readVocabText(files);  // as the library's class
    const bool fits = kind == ClassKind::wordPiece ? read->model == "WordPiece"
                      : kind == ClassKind::byteLevel || kind == ClassKind::qwen2 ? read->isByteLevel
                      : kind == ClassKind::llama ? read->model == "BPE" && !read->isByteLevel
                      : kind == ClassKind::clip || kind == ClassKind::gemma
                          ? false
                          : read->model == "Unigram";
    if (fits)
        if (auto good = putSteps(*of, *config, read->parts); !good)
            return std::unexpected(good.error());
    if (fits && kind == ClassKind::qwen2) {
        auto way = splitNamed("qwen2", config->addPrefixSpace.value_or(false));
        if (!way) return std::unexpected(way.error());
        read->parts.preTokenizers = std::move(way->steps);
        if (!read->takesBytes) read->parts.preTokenizers.push_back(makeByteLetters());
    }
    // A class that builds its own tokenizer uses only one of the two lists.
    if (kind != ClassKind::asFile && config->listsAdded) read->parts.added.clear();
    putTokens(*of, *config, read->parts);
    // These classes put their own tokens around a text, and ignore the file's.
    const bool isFixed =
        of->around == SpecialTokenScheme::clsSep || of->around == SpecialTokenScheme::roberta ||
        of->around == SpecialTokenScheme::debertaV1 || of->around == SpecialTokenScheme::eos;
    if (fits && isFixed) putAround(*of, *config, read->parts);
    if (config->lowersFirst)
        read->parts.normalizers.insert(read->parts.normalizers.begin(), makeLowercase());
    return Tokenizer::make(std::move(read->parts));
}

}  // namespace

Result<Tokenizer> openTokenizer(const ModelFiles& files) {
    if (files.part("tokenizer.json")) return openJson(files);
    if (files.isGguf) return readGgufTokenizer(files.metadata);
    if (files.part("vocab.json") && files.part("source.spm"))
        return readMarian(files, "source.spm");
    if (files.part("vocab.json") && files.part("merges.txt")) return readVocabAndMerges(files);
    for (const std::string_view name :
         {"tokenizer.model", "spiece.model", "sentencepiece.bpe.model", "spm.model"})
        if (files.part(name)) return readSentencePiece(files, name);
    if (files.part("vocab.txt")) return readVocabText(files);
    return std::unexpected(Problem{Code::cannotRead,
                                   "tokenizer.json",
                                   "The model has no tokenizer."_tr,
                                   "Add its tokenizer.json."_tr,
                                   {}});
}

Result<std::optional<Tokenizer>> openTargetTokenizer(const ModelFiles& files) {
    if (files.part("tokenizer.json") || !files.part("vocab.json") || !files.part("target.spm"))
        return std::nullopt;
    auto read = readMarian(files, "target.spm");
    if (!read) return std::unexpected(std::move(read.error()));
    return std::optional(std::move(*read));
}

}  // namespace hw::model
