// SPDX-License-Identifier: MIT
#include "session/api_state.h"

#include "core/model/contribution_kinds.h"
#include "core/program_name.h"
#include "core/report/cited.h"
#include "io/write/json_writer.h"
#include "page/address/address.h"
#include "page/address/api_fields.h"
#include "page/rules/available.h"
#include "page/rules/compared_views.h"
#include "panels/figure_names.h"
#include "protocol/open_choices.h"

namespace hw {
namespace {

void writeProblems(JsonWriter& json, const std::vector<Problem>& problems) {
    json.key("warnings").beginArray();
    for (const Problem& problem : problems) {
        json.beginObject()
            .field("place", problem.place)
            .field("finding", problem.finding)
            .field("remedy", problem.remedy)
            .endObject();
    }
    json.endArray();
}

/// The grids of the pictures, and the possible grids of the tokens.
void writeImage(JsonWriter& json, const ExampleSummary& example) {
    const auto grid = [&](const auto& each) {
        json.beginObject().field("rows", each.rows).field("cols", each.cols);
        json.field("firstPatchToken", each.firstPatchToken);
    };
    json.key("images").beginArray();
    for (int i = 0; example.image && i < example.image->regions(); ++i) {
        const ImageRegion& region = example.image->region(i);
        grid(region);
        json.field("picture", !region.dataUrl.empty()).endObject();
    }
    json.endArray().key("grids").beginArray();
    for (const PatchGrid& each : example.grids) grid(each), json.endObject();
    json.endArray();
}

void writeDocument(JsonWriter& json, const DocumentSummary& document) {
    const ExampleSummary& example = document.current;
    json.beginObject()
        .field("name", document.name)
        .field("form", document.form)
        .field("title", example.title)
        .field("model", example.model)
        .field("kind", nameOf(example.kind))
        .field("layers", example.layers)
        .field("heads", example.heads)
        .array("tokens", example.tokens)
        .field("decoderLayers", example.decoderLayers)
        .field("decoderHeads", example.decoderHeads)
        .array("decoderTokens", example.decoderTokens)
        .array("examples", document.exampleTitles);
    writeProblems(json, document.warnings);
    json.key("check").beginArray();
    for (const CheckLine& line : document.check) {
        json.beginObject().field("name", line.name).field("text", line.text);
        json.field("unusual", line.unusual).endObject();
    }
    json.endArray().field("tokensAreNumbered", example.tokensAreNumbered);
    json.key("contributions");
    if (example.contributionLayers > 0) {
        json.beginObject().field("kind", contributionLabel(example.contributionKind));
        json.field("global", example.isGlobal);
        json.field("layers", example.contributionLayers).endObject();
    } else {
        json.null();
    }
    json.field("gradients", example.hasGradients || example.hasDecoderGradients);
    json.key("scores").beginArray();
    for (const Importance& each : example.importance) json.value(each.name);
    json.endArray().array("predicted", example.predicted);
    json.array("predictedProbability", example.predictedProbability);
    writeImage(json, example);
    json.endObject();
}

}  // namespace

std::string apiStateJson(const AppState& state) {
    JsonWriter json;
    json.beginObject();
    json.key("source")
        .beginObject()
        .field("kind", nameOf(state.source.kind))
        .field("text", state.source.text)
        .field("choices", openChoicesText(state.source.options))
        .endObject();
    json.key("prompt");
    isModelRun(state.view.recipe) ? json.value(state.view.recipe.text) : json.null();
    json.key("second");
    usesEarlier(state) ? json.value(linkedSecond(state)) : json.null();
    json.key("document");
    if (state.document) {
        writeDocument(json, *state.document);
    } else {
        json.null();
    }
    json.array("figures", figure::figureNames(state));
    writeApiView(json, state);
    json.field("playing", state.playback.playing)
        .field("loop", state.playback.loop)
        .field("speed", state.playback.speed);
    json.key("messages").beginArray();
    for (const Message& message : state.messages) {
        json.beginObject()
            .field("id", message.id)
            .field("kind", nameOf(message.kind))
            .field("file", message.file)
            .field("place", message.problem.place)
            .field("finding", message.problem.finding)
            .field("remedy", message.problem.remedy)
            .key("actions")
            .beginArray();
        for (const MessageAction& action : message.actions) json.value(action.label);
        json.endArray().key("choices").beginArray();
        const bool layers = message.problem.offer == Offer::layers;
        for (const Choice& choice : layers ? message.problem.choices : std::vector<Choice>{}) {
            json.beginObject().field("value", choice.value).field("text", choice.text);
            json.field("preview", choice.preview).endObject();
        }
        json.endArray().endObject();
    }
    return json.endArray().endObject().take();
}

namespace {

/// Whether others can reach an address: it is on the web, and not on this machine or its own network.
bool isPublicAddress(std::string_view address) {
    if (!address.starts_with("http://") && !address.starts_with("https://")) return false;
    std::string_view host = address.substr(address.find("//") + 2);
    host = host.substr(0, host.find_first_of("/:"));
    for (const std::string_view start : {"127.", "10.", "192.168.", "0.", "["})
        if (host.starts_with(start)) return false;
    return host != "localhost" && !host.ends_with(".localhost") && !host.ends_with(".local") &&
           !host.empty();
}

}  // namespace

std::string citationJson(const AppState& state, std::string_view address, std::string_view date) {
    CitedAnalysis cited;
    cited.method = state.view.method;
    cited.settings = state.view.settings;
    cited.layers = state.layerCount();
    cited.heads = state.headCount();
    cited.acrossSides = state.view.side == Side::cross;
    cited.relativeFlow = state.view.relativeFlow;
    if (isOver(state, state.view.side, state.view.method)) cited.over = state.view.over;
    if (state.document) {
        cited.kind = kindOf(state.document->current, state.view.side);
        cited.contributions = state.document->current.contributionKind;
    }
    cited.program = programName();
    // Readers cannot use a local file, or an address that only this machine can reach.
    if (isPublicAddress(address)) cited.address = address;
    cited.accessed = date;
    JsonWriter json;
    json.beginObject().field("sentence", methodsSentence(cited)).field("bibtex", bibtex(cited));
    return json.endObject().take();
}

std::string lineJson(const AppState& state) {
    const auto& [text, problem, texts, steps, usual, pointed] = state.line;
    JsonWriter json;
    json.beginObject().field("text", text).field("problem", problem);
    json.field("isShown", isModelRun(state.view.recipe) && state.view.recipe.text == text);
    json.field("isListed", !texts.empty() && texts.front() == text);
    return json.endObject().take();
}

std::string runsJson(const AppState& state) {
    std::vector<std::string> before;
    before.reserve(state.undo.back.size());
    for (const ViewState& step : state.undo.back)
        before.push_back(isModelRun(step.recipe) ? step.recipe.text : "");
    JsonWriter json;
    json.beginObject().array("texts", state.line.texts).array("before", before);
    return json.endObject().take();
}

std::string examplesJson(const AppState& state) {
    const DocumentSummary none;
    const DocumentSummary& open = state.document ? *state.document : none;
    JsonWriter json;
    std::vector<int> ids;
    std::vector<std::string> titles = open.exampleTitles;
    std::vector<std::string> texts = open.exampleTexts;
    for (std::size_t i = 0; i < titles.size(); ++i) ids.push_back(static_cast<int>(i));
    texts.resize(titles.size());
    for (const ListedExample& made : open.made) {
        ids.push_back(made.id);
        titles.push_back(made.title);
        texts.push_back(made.text);
    }
    json.beginObject().array("titles", titles).array("texts", texts).array("ids", ids);
    return json.endObject().take();
}

}  // namespace hw
