// SPDX-License-Identifier: MIT
#include "page/controls/show_choices.h"

#include <algorithm>
#include <utility>

namespace hw {
namespace {

using Now = const ControlsModel&;

constexpr ChoiceName flows[] = {{"relative", "relative, rows sum to 1"_tr},
                                {"raw", "raw maximum flow"_tr}};

int scaleOf(Now now) { return std::to_underlying(now.scale); }
int flowOf(Now now) { return !specOf(now.method).hasRelative ? -1 : now.relativeFlow ? 0 : 1; }
int textsOf(Now now) { return now.hasSegments ? std::to_underlying(now.segments) : -1; }
int coloursOf(Now now) { return std::to_underlying(now.colormap); }

constexpr ShowChoice choices[] = {
    {"sort", "Order of tokens"_tr, choiceNames<SortBy>(),
     "By value, the largest bar comes first."_tr,
     [](Now now) { return int{std::to_underlying(now.sort)}; }},
    {"flow", "Flow"_tr, flows,
     "Relative values are divided by the sum of the flows from all inputs. The maximum flow itself is not a share."_tr,
     flowOf},
    {"scale", "Scale of bars and sentence"_tr, choiceNames<ScaleScope>(),
     "One scale for all layers makes lengths comparable."_tr, scaleOf},
    {"segments", "Texts, output from input"_tr, choiceNames<SegmentFilter>(),
     "How much each text draws from itself or the other."_tr, textsOf},
    {"colors", "Colours"_tr, choiceNames<Colormap>(),
     "Colour-blind readers can distinguish all three."_tr, coloursOf},
};

}  // namespace

const ShowChoice& showChoice(std::string_view field) {
    return *std::ranges::find(choices, field,
                              [](const ShowChoice& row) { return std::string_view(row.field); });
}

}  // namespace hw
