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
    return state.source.kind == DataSource::Kind::sample ? translated(title)
                                                         : withVisibleControls(title);
}

namespace {

/// "6 layers", or for an encoder-decoder model "6 + 3 layers".
std::string layersText(const AppState& state) {
    if (!state.document) return {};
    const ExampleSummary& example = state.document->current;
    const int decoder = state.layerCount();
    if (state.view.side != Side::cross || !example.hasSelf)
        return pluralText(decoder, "{} layer|{} layers"_tr);
    return sayCount(example.layers + decoder, "{} + {} layer|{} + {} layers"_tr,
                    {example.layers, decoder});
}

/// "10 tokens", or for an encoder-decoder model "10 + 12 tokens", input and output.
std::string tokensText(const AppState& state) {
    if (!state.document) return {};
    const ExampleSummary& example = state.document->current;
    if (state.view.side != Side::cross)
        return pluralText(state.keyCount(), "{} token|{} tokens"_tr);
    const auto read = static_cast<int>(example.tokens.size());
    const auto written = static_cast<int>(example.decoderTokens.size());
    return sayCount(read + written, "{} + {} token|{} + {} tokens"_tr, {read, written});
}

}  // namespace

std::string sizesText(const AppState& state) {
    std::string text = layersText(state) + ", ";
    if (state.view.side != Side::contributions)
        text += pluralText(state.headCount(), "{} head|{} heads"_tr) + ", ";
    return text + tokensText(state);
}

HeaderModel headerModel(const AppState& state) {
    HeaderModel header;
    header.canUndo = !state.undo.back.empty();
    header.canRedo = !state.undo.forward.empty();
    if (state.document) {
        const ExampleSummary& example = state.document->current;
        // For an open model, its line has the sentence, and the title names the model.
        const bool isModel = !example.recipe.isEmpty() && state.document->form == "model";
        header.title = isModel ? withVisibleControls(state.document->name) : documentTitle(state);
        // A title from the analysis' sender precedes the file's own title.
        std::string own;
        header.titleIsGiven = !state.view.title.empty();
        if (header.titleIsGiven) own = std::exchange(header.title, state.view.title) + " · ";
        std::string model =
            isModel ? std::string()
                    : withVisibleControls(example.model.substr(0, example.model.find(" (")));
        if (!model.empty()) model += " · ";
        header.sizes = sizesText(state);
        header.subtitle = own + model + header.sizes;
        const auto count = state.document->exampleTitles.size();
        if (count > 1 && example.recipe.isEmpty()) {
            header.exampleText =
                formatText("Example {} of {}"_tr, {state.document->example + 1, count});
        }
        header.findings =
            static_cast<int>(std::ranges::count_if(state.document->check, &CheckLine::unusual));
        header.checkText =
            header.findings == 0
                ? "Check: nothing unusual"_tr
                : pluralText(header.findings, "Check: {} finding|Check: {} findings"_tr);
    }
    // Most openings end before anyone could read a message.
    if (state.loading.ticket != 0 && state.loading.seconds > 0.5) {
        header.opening = true;
        header.openingFraction = state.loading.fraction;
        header.openingText =
            formatText("Opening {}, {}"_tr, {state.loading.name, megabytes(state.loading.bytes)});
    }
    return header;
}

}  // namespace hw
