// SPDX-License-Identifier: MIT
#include "page/models/header_model.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "core/tokens/visible_text.h"
#include "page/models/model_text.h"

namespace hw {
namespace {

std::string megabytes(std::uint64_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f MB", static_cast<double>(bytes) / 1e6);
    return text;
}

}  // namespace

HeaderModel headerModel(const AppState& state) {
    HeaderModel header;
    if (state.document) {
        const ExampleSummary& example = state.document->current;
        header.title =
            withVisibleControls(example.title.empty() ? state.document->name : example.title);
        // Whoever gave the analysis a title says more than the file's; its own stands behind.
        std::string own;
        header.titleIsGiven = !state.view.title.empty();
        if (header.titleIsGiven) own = std::exchange(header.title, state.view.title) + " · ";
        std::string model = withVisibleControls(example.model.substr(0, example.model.find(" (")));
        if (!model.empty()) model += " · ";
        header.sizes =
            counted(state.layerCount(), "layer") + ", " +
            (state.view.side == Side::contributions ? ""
                                                    : counted(state.headCount(), "head") + ", ") +
            counted(state.firstDecoderKey(), "token");
        header.subtitle = own + model + header.sizes;
        if (const auto count = state.document->exampleTitles.size(); count > 1) {
            header.exampleText = "Example " + std::to_string(state.document->example + 1) + " of " +
                                 std::to_string(count);
        }
        const auto findings = std::ranges::count_if(state.document->check, &CheckLine::unusual);
        header.checkText = findings == 0
                               ? "Check: nothing unusual"
                               : "Check: " + counted(static_cast<int>(findings), "finding");
    }
    // Most openings end before anybody could read a word about them.
    if (state.loading.ticket != 0 && state.loading.seconds > 0.5) {
        header.opening = true;
        header.openingFraction = state.loading.fraction;
        header.openingText =
            "Opening " + state.loading.name + ", " + megabytes(state.loading.bytes);
    }
    return header;
}

}  // namespace hw
