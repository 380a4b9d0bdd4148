// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "core/localized_text.h"
#include "model/decoding/rules.h"

namespace hw::model {
namespace {

constexpr int mostLength = 1 << 20;

/// Reads keys of one object, and keeps the first error.
class Reader {
public:
    Reader(const io::Tree& tree, std::string file, int vocabulary)
        : tree_(tree), file_(std::move(file)), vocabulary_(vocabulary) {}

    bool has(std::string_view key) const { return find(key) != io::none; }
    /// True unless the key is null, false or empty.
    bool isSaid(std::string_view key) const {
        const io::NodeId node = find(key);
        if (node == io::none) return false;
        if (tree_.is(node, io::Kind::boolean)) return tree_.truth(node);
        const bool isList = tree_.is(node, io::Kind::array) || tree_.is(node, io::Kind::object);
        return !isList || tree_.size(node) > 0;
    }
    int whole(std::string_view key, int fallback, int most = mostLength) {
        const io::NodeId node = find(key);
        if (node == io::none) return fallback;
        if (tree_.is(node, io::Kind::number))
            return checked(tree_.number(node), key, most).value_or(fallback);
        fail(key);
        return fallback;
    }
    double real(std::string_view key, double fallback) {
        const io::NodeId node = find(key);
        if (node == io::none) return fallback;
        if (tree_.is(node, io::Kind::number) && std::isfinite(tree_.number(node)))
            return tree_.number(node);
        fail(key);
        return fallback;
    }
    bool flag(std::string_view key) {
        const io::NodeId node = find(key);
        if (node == io::none) return false;
        if (!tree_.is(node, io::Kind::boolean)) fail(key);
        return tree_.is(node, io::Kind::boolean) && tree_.truth(node);
    }
    int id(std::string_view key) { return whole(key, -1, vocabulary_ - 1); }
    /// An id, or a list of them.
    std::vector<int> ids(std::string_view key) {
        const io::NodeId node = find(key);
        return node == io::none ? std::vector<int>() : idsOf(node, key);
    }
    std::vector<std::vector<int>> lists(std::string_view key) {
        std::vector<std::vector<int>> made;
        const io::NodeId node = find(key);
        if (node == io::none) return made;
        // The tree stores lists of the same length as one block of numbers.
        if (tree_.is(node, io::Kind::numbers)) {
            const std::vector<int> all = idsOf(node, key);
            const std::size_t rows = tree_.size(node);
            const std::size_t each = all.size() / rows;
            for (std::size_t row = 0; row < rows && tree_.shape(node).rank == 2; ++row)
                made.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(row * each),
                                  all.begin() + static_cast<std::ptrdiff_t>((row + 1) * each));
            if (tree_.shape(node).rank != 2) fail(key);
            return made;
        }
        for (const io::NodeId child : tree_.children(node)) made.push_back(idsOf(child, key));
        return made;
    }
    EarlyStop early(std::string_view key) {
        const io::NodeId node = find(key);
        if (node != io::none && tree_.is(node, io::Kind::string) && tree_.string(node) == "never")
            return EarlyStop::never;
        return flag(key) ? EarlyStop::whenFull : EarlyStop::whenUnlikely;
    }
    void fail(std::string_view key, std::string finding = {}) {
        if (problem_) return;
        if (finding.empty()) finding = "Invalid value."_tr;
        problem_ = Problem{.code = Code::badArgument,
                           .place = file_ + ", " + std::string(key),
                           .finding = std::move(finding),
                           .remedy = {},
                           .byte = {}};
    }
    const std::optional<Problem>& problem() const { return problem_; }

private:
    io::NodeId find(std::string_view key) const {
        const io::NodeId node = tree_.find(io::Tree::root, key);
        return node == io::none || tree_.is(node, io::Kind::null) ? io::none : node;
    }
    std::optional<int> checked(double number, std::string_view key, int most) {
        if (number >= 0 && number <= most && number == std::floor(number))
            return static_cast<int>(number);
        fail(key);
        return std::nullopt;
    }
    std::vector<int> idsOf(io::NodeId node, std::string_view key) {
        std::vector<int> made;
        const bool isEmpty = tree_.is(node, io::Kind::array) && tree_.size(node) == 0;
        if (!isEmpty && !tree_.is(node, io::Kind::number) && !tree_.is(node, io::Kind::numbers))
            fail(key);
        std::vector<double> numbers;
        if (tree_.is(node, io::Kind::number)) numbers = {tree_.number(node)};
        if (tree_.is(node, io::Kind::numbers)) numbers = tree_.doubles(node);
        for (const double number : numbers)
            if (const auto id = checked(number, key, vocabulary_ - 1)) made.push_back(*id);
        return made;
    }

    const io::Tree& tree_;
    std::string file_;
    int vocabulary_;
    std::optional<Problem> problem_;
};

/// Unsupported keys that change the library's text, with the value that has no effect.
constexpr std::array<std::pair<std::string_view, double>, 6> notFollowed{{
    {"encoder_no_repeat_ngram_size", 0},
    {"encoder_repetition_penalty", 1},
    {"diversity_penalty", 0},
    {"guidance_scale", 1},
    {"num_beam_groups", 1},
    {"penalty_alpha", 0},
}};
/// The same for keys that are unsupported with any value.
constexpr std::array<std::string_view, 9> neverFollowed{
    "sequence_bias", "exponential_decay_length_penalty",
    "constraints",   "force_words_ids",
    "dola_layers",   "watermarking_config",
    "stop_strings",  "forced_decoder_ids",
    "token_healing"};

/// The keys of rules that change the likeliest token.
std::vector<std::string> followedKeys(const DecodingRules& rules) {
    std::vector<std::string> keys;
    const auto add = [&](std::string_view key, bool isSet) {
        if (isSet) keys.emplace_back(key);
    };
    add("repetition_penalty", rules.repetitionPenalty != 1);
    add("no_repeat_ngram_size", rules.noRepeat > 0);
    add("bad_words_ids", !rules.badWords.empty());
    add("min_length", rules.minLength > 0);
    add("min_new_tokens", rules.minNew > 0);
    add("forced_bos_token_id", rules.forcedFirst >= 0);
    add("forced_eos_token_id", !rules.forcedLast.empty());
    add("suppress_tokens", !rules.suppressed.empty());
    add("begin_suppress_tokens", !rules.suppressedFirst.empty());
    return keys;
}

Result<DecodingRules> rulesOf(const io::Tree& tree, const std::string& file, int vocabulary,
                              bool hasStart) {
    Reader reader(tree, file, vocabulary);
    DecodingRules rules;
    rules.file = file;
    if (hasStart) {
        rules.start = reader.id("decoder_start_token_id");
        if (rules.start < 0) rules.start = reader.id("bos_token_id");
        rules.ends = reader.ids("eos_token_id");
    }
    rules.maxLength = reader.whole("max_length", 0);
    if (reader.has("max_new_tokens")) rules.maxLength = reader.whole("max_new_tokens", 0) + 1;
    rules.minLength = reader.whole("min_length", 0);
    // It overrides the other.
    if (reader.has("min_new_tokens")) rules.minLength = 0;
    rules.minNew = reader.whole("min_new_tokens", 0);
    rules.lengthPenalty = reader.real("length_penalty", 1);
    rules.early = reader.early("early_stopping");
    rules.repetitionPenalty = reader.real("repetition_penalty", 1);
    if (!(rules.repetitionPenalty > 0)) reader.fail("repetition_penalty");
    rules.noRepeat = reader.whole("no_repeat_ngram_size", 0);
    rules.badWords = reader.lists("bad_words_ids");
    rules.forcedFirst = reader.id("forced_bos_token_id");
    rules.forcedLast = reader.ids("forced_eos_token_id");
    rules.suppressed = reader.ids("suppress_tokens");
    rules.suppressedFirst = reader.ids("begin_suppress_tokens");
    rules.renormalises = reader.flag("renormalize_logits");
    for (const auto& [key, neutral] : notFollowed)
        if (reader.has(key) && reader.real(key, neutral) != neutral)
            rules.unsupported.emplace_back(key);
    for (const std::string_view key : neverFollowed)
        if (reader.isSaid(key)) rules.unsupported.emplace_back(key);
    rules.followed = followedKeys(rules);
    if (hasStart && rules.start < 0)
        reader.fail("decoder_start_token_id",
                    std::string("The decoder’s start token is missing."_tr));
    if (reader.problem()) return std::unexpected(*reader.problem());
    return rules;
}

/// For a GGUF file, whose only rules are where a text begins and ends.
Result<DecodingRules> rulesOf(const Metadata& metadata, int vocabulary, bool hasStart) {
    const std::string start =
        std::string(metadata.text("general.architecture").value_or("")) + ".decoder_start_token_id";
    const auto id = [&](const std::string& key) {
        const double found = metadata.number(key).value_or(-1);
        return found >= 0 && found < vocabulary ? static_cast<int>(found) : -1;
    };
    DecodingRules rules;
    if (!hasStart) return rules;
    rules.start = id(start);
    if (rules.start < 0)
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = start,
                                       .finding = "The decoder’s start token is missing."_tr,
                                       .remedy = {},
                                       .byte = {}});
    if (const int end = id("tokenizer.ggml.eos_token_id"); end >= 0) rules.ends = {end};
    return rules;
}

}  // namespace

Result<DecodingRules> readDecodingRules(const ModelFiles& files, int vocabulary, bool hasStart) {
    if (files.isGguf) return rulesOf(files.metadata, vocabulary, hasStart);
    const char* name = "generation_config.json";
    const Part* part = files.part(name);
    if (part == nullptr) return rulesOf(files.config, "config.json", vocabulary, hasStart);
    const auto tree = ModelFiles::readJson(*part);
    if (!tree) return std::unexpected(tree.error());
    return rulesOf(*tree, name, vocabulary, hasStart);
}

}  // namespace hw::model
