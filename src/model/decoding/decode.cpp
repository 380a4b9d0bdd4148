// SPDX-License-Identifier: MIT
// The beam search of transformers 4.57 (GenerationMixin._beam_search), with sums in float, and -1e9 for candidates that
// may not be chosen, so that the same ones win.
#include "model/decoding/decode.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/amount.h"
#include "core/localized_text.h"
#include "model/decoding/stepper.h"
#include "model/run/kv_cache.h"
#include "model/run/run.h"

namespace hw::model {
namespace {

constexpr float mark = -1e9F;

bool contains(const std::vector<int>& list, int value) {
    return std::ranges::find(list, value) != list.end();
}

Result<Decoded> decodeGreedily(Stepper& stepper, const DecodingRules& rules, int longest,
                               const DecodeOptions& options) {
    Decoded made{{rules.start}};
    for (const int id : options.prompt) {
        stepper.step({&made.ids.back(), 1});
        made.ids.push_back(id);
    }
    const TextLengths lengths{static_cast<int>(made.ids.size()), longest};
    while (std::cmp_less(made.ids.size(), longest)) {
        if (options.stop && options.stop()) return std::unexpected(cancelled());
        std::vector<float> scores = stepper.step({&made.ids.back(), 1});
        if (auto good = checkFinite(scores); !good) return std::unexpected(std::move(good.error()));
        applyRules(rules, made.ids, lengths, scores);
        made.ids.push_back(static_cast<int>(std::ranges::max_element(scores) - scores.begin()));
        if (contains(rules.ends, made.ids.back())) return made;
        if (options.progress) options.progress(static_cast<double>(made.ids.size()) / longest);
    }
    made.isCutOff = true;
    return made;
}

struct Beam {
    std::vector<int> ids;
    float score = 0;
    int from = 0;  ///< the beam that it continues
    bool hasEnded = false;
};

/// The `count` best of a list, best first. Equal ones keep their order.
template <class Score>
std::vector<int> best(std::size_t size, std::size_t count, const Score& score) {
    std::vector<int> order(size);
    std::iota(order.begin(), order.end(), 0);
    count = std::min(count, size);
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
        [&](int a, int b) { return score(a) != score(b) ? score(a) > score(b) : a < b; });
    order.resize(count);
    return order;
}

class Search {
public:
    Search(Stepper& stepper, const DecodingRules& rules, int longest, int beams)
        : stepper_(stepper), rules_(rules), longest_(longest), beams_(beams) {
        running_.assign(beams, {{rules.start}, mark});
        running_.front().score = 0;
        finished_.assign(beams, {{}, mark});
    }

    bool isDone() const { return isDone_; }
    int length() const { return static_cast<int>(running_.front().ids.size()); }

    /// Errors: badNumber for scores that are not finite.
    Result<void> step() {
        std::vector<int> newest;
        for (const Beam& beam : running_) newest.push_back(beam.ids.back());
        std::vector<float> scores = stepper_.step(newest);
        if (auto good = checkFinite(scores); !good) return good;
        std::vector<Beam> candidates = continued(std::move(scores));
        const bool canGoOn = std::ranges::any_of(
            candidates, [](const Beam& candidate) { return !candidate.hasEnded; });
        const auto length =
            static_cast<double>(this->length());  // of the generated text, including the new token
        finish(candidates, std::pow(length, rules_.lengthPenalty));
        goOn(candidates);
        checkHope();
        const bool areFull =
            rules_.early == EarlyStop::whenFull && std::ranges::all_of(finished_, &Beam::hasEnded);
        isDone_ = !isHopeful_ || areFull || !canGoOn;
        return {};
    }

    Decoded result() const {
        Decoded made{finished_.front().ids, finished_.front().score};
        made.isCutOff = made.ids.empty() || !contains(rules_.ends, made.ids.back());
        return made;
    }

private:
    /// The likeliest texts with one more token, best first, by the decoder's scores for each.
    std::vector<Beam> continued(std::vector<float> scores) {
        const std::size_t words = scores.size() / running_.size();
        for (std::size_t beam = 0; beam < running_.size(); ++beam) {
            const auto own = std::span(scores).subspan(beam * words, words);
            logSoftmax(own);
            applyRules(rules_, running_[beam].ids, {1, longest_}, own);
            for (float& score : own)
                score = std::isnan(score) ? -std::numeric_limits<float>::infinity()
                                          : score + running_[beam].score;
        }
        const std::size_t kept =
            std::max<std::size_t>(2, 1 + rules_.ends.size()) * static_cast<std::size_t>(beams_);
        std::vector<Beam> candidates;
        for (const int at : best(scores.size(), kept, [&](int i) { return scores[i]; })) {
            const auto from = static_cast<int>(static_cast<std::size_t>(at) / words);
            const auto token = static_cast<int>(static_cast<std::size_t>(at) % words);
            Beam made{running_[from].ids, scores[at], from};
            made.ids.push_back(token);
            made.hasEnded =
                contains(rules_.ends, token) || std::cmp_greater_equal(made.ids.size(), longest_);
            candidates.push_back(std::move(made));
        }
        return candidates;
    }

    /// Keeps those of the first candidates that have ended, if they are better than earlier ones.
    void finish(const std::vector<Beam>& candidates, double divisor) {
        const bool areFull =
            rules_.early == EarlyStop::whenFull && std::ranges::all_of(finished_, &Beam::hasEnded);
        std::vector<Beam> merged = finished_;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            Beam ended = candidates[i];
            ended.hasEnded = ended.hasEnded && std::cmp_less(i, beams_);
            ended.score /= static_cast<float>(divisor);
            if (areFull) ended.score += mark;
            if (!isHopeful_) ended.score += mark;
            if (!ended.hasEnded) ended.score += mark;
            merged.push_back(std::move(ended));
        }
        finished_.clear();
        for (const int at : best(merged.size(), beams_, [&](int i) { return merged[i].score; }))
            finished_.push_back(merged[at]);
    }

    void goOn(std::vector<Beam>& candidates) {
        for (Beam& candidate : candidates)
            if (candidate.hasEnded) candidate.score += mark;
        running_.clear();
        std::vector<int> from;
        for (const int at :
             best(candidates.size(), beams_, [&](int i) { return candidates[i].score; })) {
            from.push_back(candidates[at].from);
            running_.push_back(std::move(candidates[at]));
            running_.back().hasEnded = false;
        }
        stepper_.reorder(from);
    }

    /// Becomes false once no better text can be expected.
    void checkHope() {
        const bool isLong = rules_.early == EarlyStop::never && rules_.lengthPenalty > 0;
        const double length = (isLong ? longest_ : this->length()) - 1;
        const float possible =
            running_.front().score / static_cast<float>(std::pow(length, rules_.lengthPenalty));
        float worst = finished_.front().score;
        for (const Beam& beam : finished_) worst = std::min(worst, beam.score);
        const bool isBetter = std::ranges::any_of(
            finished_, [&](const Beam& beam) { return possible > (beam.hasEnded ? worst : mark); });
        isHopeful_ = isHopeful_ && isBetter;
    }

    Stepper& stepper_;
    const DecodingRules& rules_;
    int longest_;
    int beams_;
    std::vector<Beam> running_;
    std::vector<Beam> finished_;
    bool isHopeful_ = true;
    bool isDone_ = false;
};

}  // namespace

int longestText(const Network& decoder, const DecodingRules& rules, int mostTokens) {
    int longest = mostTokens > 0        ? mostTokens + 1
                  : rules.maxLength > 0 ? rules.maxLength
                                        : DecodeOptions::usualTokens + 1;
    if (decoder.spec.positions > 0)
        longest = std::min(longest, decoder.spec.positions - decoder.spec.positionOffset);
    return std::clamp(longest, 2, mostWritten);
}

Result<Decoded> decode(const Network& decoder, const EncoderStates& encoderStates,
                       const DecodingRules& rules, const DecodeOptions& options) {
    if (options.beams > 1 && !options.prompt.empty())
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "beams",
                                       .finding = "Beam search isn’t supported for sounds."_tr,
                                       .remedy = "Use one beam."_tr,
                                       .byte = {}});
    if (options.beams < 1 || options.beams > mostBeams)
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "beams",
                                       .finding = formatText("Use 1 to {} beams."_tr, {mostBeams}),
                                       .remedy = {},
                                       .byte = {}});
    if (auto good = rules.check(); !good) return std::unexpected(std::move(good.error()));
    const int given = static_cast<int>(options.prompt.size());
    const int longest = longestText(
        decoder, rules, options.mostTokens > 0 ? options.mostTokens + given : options.mostTokens);
    const Amount rows = Amount(encoderStates.batch.tokens()) + Amount(longest) * options.beams;
    const Amount need = rows * kvCacheBytes(decoder.spec) +
                        Amount(sizeof(float)) * options.beams * decoder.outputs() * 2;
    if (need.value() > mostPassBytes)
        return std::unexpected(Problem{.code = Code::tooLarge,
                                       .place = "text",
                                       .finding = formatText("{} tokens need {} MB of memory."_tr,
                                                             {longest, need.value() >> 20}),
                                       .remedy = "Shorten the text."_tr,
                                       .byte = {}});
    Stepper stepper(decoder, encoderStates);
    if (options.beams == 1) return decodeGreedily(stepper, rules, longest, options);
    Search search(stepper, rules, longest, options.beams);
    while (!search.isDone()) {
        if (options.stop && options.stop()) return std::unexpected(cancelled());
        if (auto good = search.step(); !good) return std::unexpected(std::move(good.error()));
        if (options.progress) options.progress(static_cast<double>(search.length()) / longest);
    }
    return search.result();
}

}  // namespace hw::model
