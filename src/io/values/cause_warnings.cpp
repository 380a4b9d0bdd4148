// SPDX-License-Identifier: MIT
#include "io/values/cause_warnings.h"

#include <cmath>

#include "core/localized_text.h"

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
    const auto warning = [&](LocalizedText finding, LocalizedText remedy, Offer offer) {
        return Problem{Code::badNumber, place,        formatText(finding, {rows}),
                       remedy,          std::nullopt, offer};
    };
    switch (cause.kind) {
        case RowCause::Kind::droppedSigns:
            return warning(
                "{} have negative values because dropout was on (flash attention marks dropped weights by sign)."_tr,
                "Take absolute values on opening, or save again after model.eval()."_tr,
                Offer::absolute);
        case RowCause::Kind::differential:
            return warning(
                "{} have negative values and each head has equal row sums, as in differential attention."_tr,
                "In rollout, tokens keep their own value if their row sum is not positive. Flow is unavailable."_tr,
                Offer::normaliseRows);
        case RowCause::Kind::maybeSigns:
            return warning(
                "{} have negative values, which attention never has."_tr,
                "If flash attention marked dropout by sign, take absolute values and divide rows by their sum. Otherwise (as in differential attention) flow is unavailable."_tr,
                Offer::absolute);
        case RowCause::Kind::unknown:
        case RowCause::Kind::dropout:
        case RowCause::Kind::missingShare: break;
    }
    return std::nullopt;
}

std::optional<Problem> causeWarning(const RowCause& cause, const std::string& off,
                                    const std::string& place) {
    const auto warning = [&](std::string finding, LocalizedText remedy, Offer offer) {
        return Problem{Code::badNumber, place, std::move(finding), remedy, std::nullopt, offer};
    };
    if (cause.kind == RowCause::Kind::dropout) {
        return warning(
            formatText("{} because dropout was on (p = {})."_tr, {off, decimal(cause.share)}),
            "Call model.eval(), run again, and save."_tr, Offer::none);
    }
    if (cause.kind == RowCause::Kind::missingShare) {
        return warning(
            formatText(
                "{}. On average they lack {} ({} to {}), lost to an attention sink (GPT-OSS), a dropped token or unsaved weights."_tr,
                {off, decimal(cause.share), decimal(cause.least), decimal(cause.most)}),
            "The missing share can be shown as a token."_tr, Offer::missingShare);
    }
    return std::nullopt;
}

}  // namespace hw::io
