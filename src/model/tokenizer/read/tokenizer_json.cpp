// SPDX-License-Identifier: MIT
#include "model/tokenizer/read/tokenizer_json.h"

#include <algorithm>
#include <utility>

#include "io/json/json_parser.h"
#include "model/tokenizer/read/components.h"

namespace hw::model {
namespace {

Result<void> readAdded(const Fields& root, std::vector<AddedToken>& out) {
    const auto list = root.list("added_tokens");
    if (!list) return std::unexpected(list.error());
    for (const Fields& item : *list) {
        AddedToken token;
        auto content = item.text("content");
        if (!content) return std::unexpected(content.error());
        token.content = std::move(*content);
        struct Flag {
            std::string_view key;
            bool AddedToken::* member;
        };
        constexpr Flag flags[] = {{"single_word", &AddedToken::singleWord},
                                  {"lstrip", &AddedToken::lstrip},
                                  {"rstrip", &AddedToken::rstrip},
                                  {"special", &AddedToken::special}};
        for (const Flag& flag : flags) {
            const auto value = item.truth(flag.key, false);
            if (!value) return std::unexpected(value.error());
            token.*flag.member = *value;
        }
        const auto normalized = item.truth("normalized", !token.special);
        if (!normalized) return std::unexpected(normalized.error());
        token.normalized = *normalized;
        out.push_back(std::move(token));
    }
    return {};
}

Result<JsonParts> readParts(const Fields& root) {
    JsonParts out;
    TokenizerParts& parts = out.parts;
    const Fields model = root.in("model");
    if (!model.isObject()) return root.wrong("model", "an object"_tr);
    const auto type = typeOfModel(model);
    if (!type) return std::unexpected(type.error());
    bool endsInBytes = false;
    if (!root.lacks("normalizer"))
        if (auto good = readNormalizer(root.in("normalizer"), parts.normalizers); !good)
            return std::unexpected(good.error());
    // If a normalizer inserts text at an empty match, ByteLevel adds letters for its bytes next to the text instead of
    // replacing it, as in the library. The model then has to read letters, not bytes.
    const bool takesBytes = canTakeBytes(model, *type) &&
                            std::ranges::none_of(parts.normalizers, [](const StepPtr& step) {
                                return step->makesFromNothing();
                            });
    if (!root.lacks("pre_tokenizer"))
        if (auto good = readPreTokenizers(root.in("pre_tokenizer"), takesBytes, parts.preTokenizers,
                                          endsInBytes);
            !good)
            return std::unexpected(good.error());
    auto words = readModel(model, *type, endsInBytes);
    if (!words) return std::unexpected(words.error());
    parts.model = std::move(*words);
    if (!root.lacks("post_processor")) {
        auto processor = readPostProcessor(root.in("post_processor"));
        if (!processor) return std::unexpected(processor.error());
        parts.postProcessor = std::move(*processor);
    }
    if (!root.lacks("decoder")) {
        auto decoder = readDecoder(root.in("decoder"));
        if (!decoder) return std::unexpected(decoder.error());
        parts.decoder = std::move(*decoder);
    }
    if (auto good = readAdded(root, parts.added); !good) return std::unexpected(good.error());
    out.model = *type;
    out.takesBytes = endsInBytes;
    out.isByteLevel = std::ranges::any_of(
        parts.preTokenizers, [](const StepPtr& step) { return step->kind() == "ByteLevel"; });
    return out;
}

}  // namespace

Result<io::Tree> readJson(std::string_view text, const std::string& file) {
    io::JsonOptions options;
    options.maxDepth = 64;
    options.totalBytes = text.size();
    options.exactNumbers = true;
    io::JsonParser parser(options);
    const auto pushed = parser.push(text);
    auto tree = pushed ? parser.finish() : std::unexpected(pushed.error());
    if (tree) return tree;
    Problem problem = tree.error();
    problem.place = problem.place.empty() ? file : file + ", " + problem.place;
    return std::unexpected(std::move(problem));
}

Result<JsonParts> readJsonParts(std::string_view text) {
    const auto tree = readJson(text, "tokenizer.json");
    if (!tree) return std::unexpected(tree.error());
    const Fields root(*tree, io::Tree::root, "tokenizer.json, ");
    if (!root.isObject()) {
        return std::unexpected(
            Problem{Code::syntax,
                    "tokenizer.json",
                    "The file should contain an object."_tr,
                    "Choose a tokenizer.json written by the tokenizers library."_tr,
                    {}});
    }
    return readParts(root);
}

Result<Tokenizer> readTokenizerJson(std::string_view text) {
    auto read = readJsonParts(text);
    if (!read) return std::unexpected(read.error());
    return Tokenizer::make(std::move(read->parts));
}

}  // namespace hw::model
