// SPDX-License-Identifier: MIT
#include "model/session/writing.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/localized_text.h"
#include "model/files/shards.h"
#include "model/run/run.h"
#include "model/run/target.h"

namespace hw::model {

void Session::openRules(const ModelFiles& files) {
    auto rules = readDecodingRules(files, facts_.spec.vocabulary, false);
    if (!rules) {
        rulesProblem_ = std::move(rules.error());
        return;
    }
    rules_ = std::move(*rules);
    rules_.ends = ends_;
    if (!rules_.followed.empty())
        facts_.spec.notes.push_back(formatText("Generation settings from {}: {}."_tr,
                                               {rules_.file, nameList(rules_.followed)}));
}

Result<void> Session::checkRules() const {
    if (rulesProblem_) return std::unexpected(*rulesProblem_);
    return rules_.check();
}

Result<Writing> Writing::of(const Session& session) {
    auto decoder = IncrementalDecoder::of(session.network());
    if (!decoder) return std::unexpected(std::move(decoder.error()));
    if (auto good = session.checkRules(); !good) return std::unexpected(std::move(good.error()));
    if (session.tokenizer() == nullptr)
        return std::unexpected(
            Problem{Code::badArgument, "text", std::string("This model has no tokenizer."_tr),
                    "Provide tokenizer.json with the weights."_tr, std::nullopt});
    return Writing(session, std::move(*decoder));
}

void Writing::see(std::shared_ptr<const Sight> sight) {
    decoder_.takeRows(sight ? sight->rows : nullptr);
    sight_ = std::move(sight);
}

std::vector<int> Writing::inner(const std::vector<int>& ids) const {
    if (!sight_) return ids;
    const Facts& facts = session_.facts();
    return inputWithPictures(ids, facts.prompted->token, facts.spec.vocabulary, *sight_).ids;
}

Result<std::vector<int>> Writing::idsOf(std::string_view text) const {
    auto encoding = session_.tokenizer()->encode(text);
    if (!encoding) return std::unexpected(std::move(encoding.error()));
    if (encoding->ids.empty())
        return std::unexpected(Problem{Code::badArgument, "text",
                                       std::string("The text is empty."_tr), "Type a sentence."_tr,
                                       std::nullopt});
    return std::vector<int>(encoding->ids.begin(), encoding->ids.end());
}

Result<std::vector<int>> Writing::idsOfMessage(std::string_view message,
                                               std::span<const std::string> before) const {
    const auto encoding = session_.messageTokens(message, before);
    if (!encoding) return std::unexpected(encoding.error());
    return std::vector<int>(encoding->ids.begin(), encoding->ids.end());
}

Result<void> Writing::set(const std::vector<int>& ids, const Stop& stop) {
    // A continuation or a step back was generated after the same tokens as before.
    const bool isWritten = std::ssize(ids) >= given_ && ids.size() <= ids_.size() &&
                           std::equal(ids.begin(), ids.end(), ids_.begin());
    if (given_ == 0 || !isWritten) given_ = static_cast<int>(ids.size());
    const std::vector<int> own = inner(ids);
    const auto same = std::ranges::mismatch(own, decoder_.ids()).in1 - own.begin();
    decoder_.shorten(static_cast<int>(same));
    ids_.assign(ids.begin(), ids.begin() + same);
    ended_ = WriteEnd::none;
    logitsOf_ = -1;
    if (same == std::ssize(ids)) return {};
    auto good = decoder_.add(std::span(own).subspan(same), stop);
    if (good) ids_ = ids;
    return good;
}

Result<std::optional<int>> Writing::next(const Sampling& sampling, const Stop& stop) {
    if (auto good = checkSampling(sampling); !good) return std::unexpected(std::move(good.error()));
    if (std::cmp_greater_equal(ids_.size(), mostTokens())) {
        ended_ = WriteEnd::length;
        return std::nullopt;
    }
    if (std::cmp_less(decoder_.tokens(), ids_.size()) || ids_.empty()) {
        const std::vector<int> own = inner(ids_);
        if (auto good = decoder_.add(std::span(own).subspan(decoder_.tokens()), stop); !good)
            return std::unexpected(std::move(good.error()));
    }
    const auto position = static_cast<int>(ids_.size());
    std::vector<float> scores = logitsAt(position - 1);
    if (auto good = checkFinite(scores); !good) return std::unexpected(std::move(good.error()));
    applyRules(session_.rules(), ids_, {given_, longest_}, scores);
    const int chosen = chooseToken(scores, sampling, position);
    if (chosen < 0 ||
        std::ranges::find(session_.endTokens(), chosen) != session_.endTokens().end()) {
        ended_ = WriteEnd::token;
        return std::nullopt;
    }
    ids_.push_back(chosen);
    return chosen;
}

Result<Run> Writing::traced(Run run, const Stop& stop) {
    const std::vector<int> ids(run.encoding.ids.begin(), run.encoding.ids.end());
    see(run.sight);
    const std::vector<int> own = inner(ids);
    const auto same = std::ranges::mismatch(own, decoder_.ids()).in1 - own.begin();
    if (same * 2 < run.tokens() || run.tokens() > decoder_.mostTokens() ||
        decoder_.runTokens() == 0)
        return session_.traced(std::move(run), stop);
    if (same < run.tokens())
        if (auto good = set(ids, stop); !good) return std::unexpected(std::move(good.error()));
    if (decoder_.runTokens() < run.tokens()) return session_.traced(std::move(run), stop);
    auto trace = decoder_.trace(run.tokens(), stop);
    if (!trace) return std::unexpected(std::move(trace.error()));
    run.trace = std::move(*trace);
    return run;
}

const std::vector<float>& Writing::logitsAt(int position) {
    if (logitsOf_ != position) logits_ = decoder_.logits(position);
    logitsOf_ = position;
    return logits_;
}

std::vector<Choice> Writing::top(int position, int count) {
    return session_.topOf(logitsAt(position), count);
}

double Writing::probability(int position, int id) {
    const std::vector<double> shares = probabilities(logitsAt(position));
    return std::cmp_less(id, shares.size()) && id >= 0 ? shares[id] : 0;
}

}  // namespace hw::model
