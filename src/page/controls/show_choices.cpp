// SPDX-License-Identifier: MIT
#include "page/controls/show_choices.h"
#include "page/rules/fit_view.h"

#include <algorithm>
#include <utility>

namespace hw {
namespace {

using Now = const ControlsModel&;

constexpr BriefOption orders[] = {
    {}, {"Tokens in the order of the text."_tr}, {"The largest value first."_tr}};
constexpr ChoiceName flows[] = {{"relative", "relative, rows sum to 1"_tr},
                                {"raw", "raw, the maximum flow itself"_tr}};
constexpr BriefOption briefFlows[] = {
    {"Each flow divided by the sum of the flows from all inputs."_tr, "relative flow"_tr},
    {"The maximum flow itself, which is not a share."_tr, "raw flow"_tr}};
constexpr BriefOption scales[] = {
    {},
    {"Bars and sentence are scaled to the largest value in all layers, so lengths can be "
     "compared while it plays."_tr,
     "one scale"_tr},
    {"Bars and sentence are scaled to the largest value in the current layer."_tr}};
constexpr BriefOption texts[] = {{"All tokens of both texts."_tr, "both texts"_tr},
                                 {"What the first text draws from itself."_tr},
                                 {"What the first text draws from the second."_tr},
                                 {"What the second text draws from the first."_tr},
                                 {"What the second text draws from itself."_tr}};
constexpr BriefOption colours[] = {
    {"One hue, from the page’s own colour to deep blue."_tr, "blue"_tr},
    {"From purple to yellow, as in many papers."_tr},
    {"From blue to yellow, made for colour-blind readers."_tr}};

int scaleOf(Now now) { return std::to_underlying(now.scale); }
/// As bars and sentence have it.
int shownScaleOf(Now now) {
    return std::to_underlying(now.scale == ScaleOf::layers ? ScaleOf::layers : ScaleOf::layer);
}
int flowOf(Now now) { return now.method != Method::flow ? -1 : now.relativeFlow ? 0 : 1; }
int textsOf(Now now) { return now.hasSegments ? std::to_underlying(now.segments) : -1; }
int coloursOf(Now now) { return std::to_underlying(now.colormap); }

template <auto member>
Command choose(int option) {
    using Choice = std::remove_reference_t<decltype(std::declval<ViewState&>().*member)>;
    return Set{member, static_cast<Choice>(option)};
}

constexpr ShowChoice choices[] = {
    {"sort", "Order of tokens"_tr, wordsOf<SortBy>(), orders,
     [](Now now) { return int{std::to_underlying(now.sort)}; },
     [](Now now) { return int{std::to_underlying(now.shownSort)}; }, choose<&ViewState::sort>},
    {"flow", "Flow"_tr, flows, briefFlows, flowOf, flowOf,
     [](int option) { return Command(Set{&ViewState::relativeFlow, option == 0}); }},
    {"scale", "Scale of bars and sentence"_tr, wordsOf<ScaleOf>(), scales, scaleOf, shownScaleOf,
     choose<&ViewState::scale>},
    {"segments", "Texts, output from input"_tr, wordsOf<SegmentFilter>(), texts, textsOf, textsOf,
     choose<&ViewState::segments>},
    {"colors", "Colours"_tr, wordsOf<Colormap>(), colours, coloursOf, coloursOf,
     choose<&ViewState::colormap>},
};

}  // namespace

const ShowChoice& showChoice(std::string_view field) {
    return *std::ranges::find(choices, field,
                              [](const ShowChoice& row) { return std::string_view(row.field); });
}

}  // namespace hw
