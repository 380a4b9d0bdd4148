// SPDX-License-Identifier: MIT
#include "session/update/shown_fields.h"

#include <algorithm>
#include <utility>

#include "protocol/field_text.h"
#include "session/update/message_list.h"
#include "session/update/model_line.h"
#include "session/update/playback.h"

namespace hw {
namespace {

Problem note(std::string place, std::string finding, std::string remedy) {
    Problem problem;
    problem.code = Code::badArgument;
    problem.place = std::move(place);
    problem.finding = std::move(finding);
    problem.remedy = std::move(remedy);
    return problem;
}

void sayDropped(AppState& state, const std::vector<std::string>& dropped) {
    if (dropped.empty()) return;
    std::string list;
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < std::min(dropped.size(), most); ++i) {
        if (i > 0) list += ", ";
        list += dropped[i];
    }
    if (dropped.size() > most)
        list = formatText("{}, and {} more"_tr, {list, dropped.size() - most});
    addMessage(state, Message::Kind::note, "",
               note(std::string("link"_tr.english()),
                    formatText("Part of the view doesn’t fit this file or version: {}."_tr, {list}),
                    "It was ignored."_tr));
}

}  // namespace

ExampleName exampleIn(const Share& share, ExampleName otherwise, const DocumentSummary& document) {
    for (const std::string_view maker : makers) {
        if (const std::string* text = share.find(maker)) return {-1, {std::string(maker), *text}};
    }
    const std::string* value = share.find("example");
    if (value == nullptr) return otherwise;
    const auto example = readInt(*value);
    return example ? namedExample(document, *example) : ExampleName{};
}

void showFields(AppState& state, const Share& share, const ViewState& base, bool glide) {
    AppliedShare applied = applyShare(share, base, *state.document, state.earlier);
    std::vector<std::string> dropped = share.dropped;
    dropped.insert(dropped.end(), applied.dropped.begin(), applied.dropped.end());
    if (exampleIn(share, {0}, *state.document).isNone()) {
        dropped.push_back("example=" + percentEncoded(*share.find("example")));
    }
    sayDropped(state, dropped);
    // A link with only a step stands for the view that the lesson defines for it.
    state.linkNamesStep = share.find("lesson") != nullptr || share.find("step") != nullptr;
    for (const ShareField& field : share.fields)
        state.linkNamesStep &=
            field.key == "lesson" || field.key == "step" || field.key == "present";
    const int layer = applied.view.layer;
    const bool moves = layer != state.view.layer || applied.view.side != state.view.side;
    applied.view.layer = state.view.layer;
    state.view = std::move(applied.view);
    if (!moves && share.find("layer") == nullptr) return;
    stopPlaying(state);
    goToLayer(state, layer, glide ? pace::step : 0);
}

Effects askForExample(AppState& state, ExampleName example, std::string fields, bool push) {
    if (awaitsLine(state)) showInLine(state, false);  // the line's run is cancelled
    state.exampleFields = std::move(fields);
    state.examplePush = push;
    const ExampleEffect effect{state.document->id, example.example, example.recipe};
    state.pendingExample = std::move(example);
    return {effect};
}

}  // namespace hw
