// SPDX-License-Identifier: MIT
#include "page/controls/show_switches.h"

#include <algorithm>

namespace hw {
namespace {

using Controls = const ControlsModel&;
using On = std::optional<bool>;

On offered(bool is, bool on) { return is ? On(on) : std::nullopt; }

constexpr ShowSwitch rows[] = {
    {"words", switch_names::words, "Pieces of a word are shown as one."_tr,
     [](Controls now) { return offered(now.hasWords, now.words); }, &ViewState::words},
    {"ghost", switch_names::ghost, "Outlines each bar’s value one layer earlier."_tr,
     [](Controls now) { return On(now.ghost); }, &ViewState::ghost},
    {"own-share", "Own share in the scale"_tr,
     "When off, the output’s own bar is cut short to lengthen the others."_tr,
     [](Controls now) { return offered(now.hasOwnShare, now.ownShare); }, &ViewState::ownShare},
    {"whole-scale", "Scale up to the largest value"_tr,
     "When off, scales exclude values that would flatten all others."_tr,
     [](Controls now) { return offered(now.fit.can, now.fit.whole); }, &ViewState::wholeScale},
    {"renormalise", "Divide the rest by its sum"_tr, "The shown values are scaled to sum to 1."_tr,
     [](Controls now) {
         return offered(now.specialHidden || now.segments != SegmentFilter::all,
                        now.renormaliseHidden);
     },
     &ViewState::renormaliseHidden},
    {"raw-tokens", switch_names::rawTokens, LocalizedText(),
     [](Controls now) { return offered(now.tokensDiffer, now.rawTokens); }, &ViewState::rawTokens},
};

}  // namespace

const ShowSwitch& showSwitch(std::string_view field) {
    return *std::ranges::find(rows, field,
                              [](const ShowSwitch& row) { return std::string_view(row.field); });
}

Commands flip(const ControlsModel& controls, std::string_view field) {
    const ShowSwitch& row = showSwitch(field);
    const std::optional<bool> on = row.on(controls);
    return on ? Commands{row.set(!*on)} : Commands{};
}

}  // namespace hw
