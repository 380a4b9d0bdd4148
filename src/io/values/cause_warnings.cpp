// SPDX-License-Identifier: MIT
#include "io/values/cause_warnings.h"

#include <cmath>

#include "core/words.h"

namespace hw::io {

std::string decimal(double value) {
    if (!(std::fabs(value) < 1e12))
        return value < 0 ? "a huge negative number"_tr : "a huge number"_tr;
    const auto thousandths = static_cast<long long>(std::llround(value * 1000));
    const long long positive = thousandths < 0 ? -thousandths : thousandths;
    std::string fraction = std::to_string(positive % 1000);
    fraction.insert(0, 3 - fraction.size(), '0');
    return inLanguage((thousandths < 0 ? "-" : "") + std::to_string(positive / 1000) + "." +
                      fraction);
}

std::optional<Problem> signsWarning(const RowCause& cause, const std::string& rows,
                                    const std::string& place) {
    const auto warning = [&](Words finding, Words remedy, Offer offer) {
        return Problem{Code::badNumber, place, say(finding, {rows}), remedy, std::nullopt, offer};
    };
    switch (cause.kind) {
        case RowCause::Kind::droppedSigns:
            return warning(
                "{} have negative values, and without their signs all rows sum to 1: dropout "
                "was on, and flash attention marks by the sign what it dropped."_tr,
                "Take absolute values on opening, or call model.eval() and save again."_tr,
                Offer::absolute);
        case RowCause::Kind::differential:
            return warning(
                "{} have negative values, and all rows of a head have one sum, as in "
                "differential attention."_tr,
                "They are used with their signs; in rollout a row whose sum is not above 0 "
                "keeps what it has, and flow refuses negative values."_tr,
                Offer::normaliseRows);
        case RowCause::Kind::maybeSigns:
            return warning(
                "{} have negative values, which attention never has."_tr,
                "Flash attention marks by the sign which weights dropout dropped: then take "
                "absolute values, and divide rows by their sum. Otherwise (differential "
                "attention has such weights) they are used with their signs; flow refuses "
                "negative values."_tr,
                Offer::absolute);
        case RowCause::Kind::unknown:
        case RowCause::Kind::dropout:
        case RowCause::Kind::missingShare: break;
    }
    return std::nullopt;
}

std::optional<Problem> causeWarning(const RowCause& cause, const std::string& off,
                                    const std::string& place) {
    const auto warning = [&](std::string finding, Words remedy, Offer offer) {
        return Problem{Code::badNumber, place, std::move(finding), remedy, std::nullopt, offer};
    };
    if (cause.kind == RowCause::Kind::dropout) {
        return warning(
            say("{}: dropout was on (p = {}). Some weights are exactly 0, the others are "
                "1/(1 - p) too large."_tr,
                {off, decimal(cause.share)}),
            "Call model.eval() before you run the model, and save again."_tr, Offer::none);
    }
    if (cause.kind == RowCause::Kind::missingShare) {
        return warning(
            say("{}: on average they lack {}, from {} to {}. The rest went to an attention "
                "sink (GPT-OSS), to a token that was cut off, such as the end token, or to "
                "weights that were not saved."_tr,
                {off, decimal(cause.share), decimal(cause.least), decimal(cause.most)}),
            "They are used unchanged. What is missing can be shown as a token of its "
            "own."_tr,
            Offer::missingShare);
    }
    return std::nullopt;
}

}  // namespace hw::io
