// SPDX-License-Identifier: MIT
#include "model/tokenizer/read/open_tokenizer.h"

#include "core/words.h"
#include "model/tokenizer/read/gguf_tokenizer.h"
#include "model/tokenizer/read/plain_files.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::model {

Result<Tokenizer> openTokenizer(const ModelFiles& files) {
    if (files.part("tokenizer.json")) {
        const auto text = files.readText("tokenizer.json");
        if (!text) return std::unexpected(text.error());
        return readTokenizerJson(*text);
    }
    if (files.isGguf) return readGgufTokenizer(files.metadata);
    if (files.part("vocab.json") && files.part("source.spm"))
        return readMarian(files, "source.spm");
    if (files.part("vocab.json") && files.part("merges.txt")) return readVocabAndMerges(files);
    for (const std::string_view name :
         {"tokenizer.model", "spiece.model", "sentencepiece.bpe.model"})
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
