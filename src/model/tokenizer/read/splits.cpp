// SPDX-License-Identifier: MIT
#include "model/tokenizer/read/splits.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"
#include "model/pattern/pattern.h"
#include "model/tokenizer/steps/pre_tokenizers.h"

namespace hw::model {
namespace {

/// Patterns from the models' own tokenizer.json, applied one after the other; null for GPT-2's at the end.
struct SplitPatterns {
    const char* patterns[3];
    bool gpt2 = false;    ///< GPT-2's pattern after them
    bool digits = false;  ///< single digits before it
    bool ignoreMerges = false;
    bool addsBos = false;
    bool normalises = false;
};

constexpr char llama3[] =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr char qwen2[] =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr char qwen35[] =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr char gpt4o[] =
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|)"
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr char tekken[] =
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr char threeDigits[] = R"(\p{N}{1,3})";
constexpr char deepseekCjk[] = "[一-龥぀-ゟ゠-ヿ]+";
constexpr char deepseek3[] =
    R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr char bloom[] = R"( ?[^(\s|[.,!?…。，、।۔،])]+)";

constexpr SplitPatterns gpt2Way{.patterns = {}, .gpt2 = true};
constexpr SplitPatterns gpt2NormalWay{.patterns = {}, .gpt2 = true, .normalises = true};
constexpr SplitPatterns digitsWay{.patterns = {}, .gpt2 = true, .digits = true};
constexpr SplitPatterns llama3Way{.patterns = {llama3}, .ignoreMerges = true, .addsBos = true};
constexpr SplitPatterns llama3PlainWay{.patterns = {llama3}};
constexpr SplitPatterns qwen2Way{.patterns = {qwen2}, .normalises = true};
constexpr SplitPatterns stableWay{.patterns = {qwen2}};
constexpr SplitPatterns qwen35Way{.patterns = {qwen35}, .normalises = true};
constexpr SplitPatterns gpt4oWay{.patterns = {gpt4o}};
constexpr SplitPatterns tekkenWay{.patterns = {tekken}, .ignoreMerges = true, .addsBos = true};
constexpr SplitPatterns deepseek3Way{.patterns = {threeDigits, deepseekCjk, deepseek3}};
constexpr SplitPatterns bloomWay{.patterns = {bloom}};

struct Named {
    std::string_view name;
    const SplitPatterns* patterns;
};
constexpr Named splitNames[] = {{"gpt-2", &gpt2Way},
                                {"phi-2", &gpt2Way},
                                {"roberta-bpe", &gpt2Way},
                                {"jina-v1-en", &gpt2Way},
                                {"mpt", &gpt2Way},
                                {"olmo", &gpt2Way},
                                {"jais", &gpt2Way},
                                {"trillion", &gpt2Way},
                                {"modern-bert", &gpt2NormalWay},
                                {"smollm", &digitsWay},
                                {"starcoder", &digitsWay},
                                {"refact", &digitsWay},
                                {"command-r", &digitsWay},
                                {"codeshell", &digitsWay},
                                {"minerva-7b", &digitsWay},
                                {"llama3", &llama3Way},
                                {"llama-v3", &llama3Way},
                                {"llama-bpe", &llama3Way},
                                {"falcon3", &llama3Way},
                                {"pixtral", &llama3Way},
                                {"lfm2", &llama3Way},
                                {"dbrx", &llama3PlainWay},
                                {"smaug-bpe", &llama3PlainWay},
                                {"glm4", &llama3PlainWay},
                                {"chatglm-bpe", &llama3PlainWay},
                                {"qwen2", &qwen2Way},
                                {"deepseek-r1-qwen", &qwen2Way},
                                {"megrez", &qwen2Way},
                                {"stablelm2", &stableWay},
                                {"qwen35", &qwen35Way},
                                {"gpt-4o", &gpt4oWay},
                                {"llama4", &gpt4oWay},
                                {"tekken", &tekkenWay},
                                {"deepseek-v3", &deepseek3Way},
                                {"bloom", &bloomWay},
                                {"poro-chat", &bloomWay},
                                {"gpt3-finnish", &bloomWay}};

}  // namespace

Result<SplitWay> splitNamed(std::string_view name, bool addPrefixSpace) {
    const auto* const found = std::ranges::find(splitNames, name, &Named::name);
    if (found == std::end(splitNames)) {
        return std::unexpected(
            Problem{Code::notRecognised,
                    "tokenizer.ggml.pre",
                    formatText("Unsupported pre-tokenizer \"{}\"."_tr, {io::excerpt(name)}),
                    "Open the original model with its tokenizer.json instead."_tr,
                    {}});
    }
    const SplitPatterns& patterns = *found->patterns;
    SplitWay out{{}, patterns.ignoreMerges, patterns.addsBos, patterns.normalises};
    for (const char* const text : patterns.patterns) {
        if (text == nullptr) break;
        auto pattern = Pattern::compile(text);
        if (!pattern) return std::unexpected(pattern.error());
        out.steps.push_back(makeSplit(std::move(*pattern), Behaviour::isolated, false));
    }
    if (patterns.digits) out.steps.push_back(makeDigits(true));
    out.steps.push_back(makeByteLevel(addPrefixSpace, patterns.gpt2));
    return out;
}

}  // namespace hw::model
