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
    return inLanguage(text);
}

}  // namespace

std::string documentTitle(const AppState& state) {
    const std::string& own = state.document->current.title;
    const std::string& title = own.empty() ? state.document->name : own;
    return state.source.kind == DataSource::Kind::sample ? translated(title) : title;
}

HeaderModel headerModel(const AppState& state) {
    HeaderModel header;
    if (state.document) {
        const ExampleSummary& example = state.document->current;
        header.title = withVisibleControls(documentTitle(state));
        // Whoever gave the analysis a title says more than the file's; its own stands behind.
        std::string own;
        header.titleIsGiven = !state.view.title.empty();
        if (header.titleIsGiven) own = std::exchange(header.title, state.view.title) + " · ";
        std::string model = withVisibleControls(example.model.substr(0, example.model.find(" (")));
        if (!model.empty()) model += " · ";
        header.sizes = counted(state.layerCount(), "{} layer|{} layers"_tr) + ", " +
                       (state.view.side == Side::contributions
                            ? ""
                            : counted(state.headCount(), "{} head|{} heads"_tr) + ", ") +
                       counted(state.firstDecoderKey(), "{} token|{} tokens"_tr);
        header.subtitle = own + model + header.sizes;
        const auto count = state.document->exampleTitles.size();
        if (count > 1 && example.recipe.isEmpty()) {
            header.exampleText = say("Example {} of {}"_tr, {state.document->example + 1, count});
        }
        const auto findings = std::ranges::count_if(state.document->check, &CheckLine::unusual);
        header.checkText = findings == 0 ? "Check: nothing unusual"_tr
                                         : counted(static_cast<int>(findings),
                                                   "Check: {} finding|Check: {} findings"_tr);
    }
    // Most openings end before anybody could read a word about them.
    if (state.loading.ticket != 0 && state.loading.seconds > 0.5) {
        header.opening = true;
        header.openingFraction = state.loading.fraction;
        header.openingText =
            say("Opening {}, {}"_tr, {state.loading.name, megabytes(state.loading.bytes)});
    }
    return header;
}

}  // namespace hw
