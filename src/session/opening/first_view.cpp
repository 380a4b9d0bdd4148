// SPDX-License-Identifier: MIT
#include "session/opening/first_view.h"

#include <algorithm>
#include <utility>

#include "core/number_text.h"
#include "core/tokens/visible_text.h"
#include "page/address/address.h"
#include "page/address/saved_view.h"
#include "page/rules/fit_view.h"
#include "session/update/model_line.h"
#include "session/update/panel_update.h"
#include "session/update/playback.h"
#include "session/update/shown_fields.h"

namespace hw {
namespace {

/// The next example of a data set keeps method and settings, but not choices of tokens, heads and layers.
ViewState carriedOver(const ViewState& before, const DocumentSummary& document) {
    AppState next;
    next.document = document;
    next.view = before;
    const ViewState fresh = defaultView(document);
    next.view.example = fresh.example;
    next.view.recipe = fresh.recipe;
    next.view.side = fresh.side;
    next.view.outputMode = fresh.outputMode;
    forgetTokens(next.view, document.current);
    next.view.layer = fresh.layer;
    next.view.segments = SegmentFilter::all;
    next.view.settings.heads.clear();
    next.view.settings.headWeights.clear();
    next.view.settings.headOfLayer.clear();
    next.view.settings.layerHeads.clear();
    next.view.settings.layers.clear();
    next.view.settings.startLayer = 0;
    if (next.view.panes.columns.empty()) next.view.panel = Panel::overview;
    next.view.compared.clear();
    next.view.bothFiles = false;
    next.view.difference = {};
    next.view.leftOut.clear();
    next.view.among = RankingScope::words;
    next.view.title.clear();
    next.view.notes.clear();
    next.view.thisExampleOnly = false;
    fitView(next);
    return next.view;
}

/// The link fields of the present view, with the example that a lost engine was asked for.
std::string fieldsAgain(const AppState& state) {
    const bool isPending = !state.pendingExample.isNone();
    if (isPending && !awaitsLine(state) && !state.exampleFields.empty()) return state.exampleFields;
    AppState wanted = state;
    if (isPending && state.document) {
        wanted.view.example = state.pendingExample.example;
        wanted.view.recipe = state.pendingExample.recipe;
        forgetTokens(wanted.view, state.document->current);
    }
    std::string fields = writeShare(wanted);
    if (parseShare(fields).find("layer") == nullptr)
        fields += '&' + fieldText("layer", numberText(state.view.layer + 1));
    return fields;
}

/// Whether the fields leave the view to the user. The next example of a data set then keeps the previous view.
bool saysNoView(const Share& share) {
    return std::ranges::all_of(share.fields, [](const ShareField& field) {
        return field.key == "dataset" || field.key == "row" || field.key == "example";
    });
}

/// Whether the fields come from no link: links begin with their version. A recipe to run first may be given.
bool isOpenedByHand(std::string_view fields, const Share& share) {
    return !fields.starts_with("v=") &&
           std::ranges::all_of(share.fields, isMaker, &ShareField::key);
}

}  // namespace

FirstView firstViewOf(const AppState& state, const DocumentSummary& document) {
    FirstView first{state.reopens ? fieldsAgain(state) : state.pendingFields, "", false};
    // A link's view takes precedence over the view saved in the file.
    if (parseShare(first.fields).fields.empty()) {
        SavedView saved = takeApart(document.savedView);
        first.elsewhere = std::move(saved.elsewhere);
        if (!saved.view.empty()) first.fields = std::move(saved.view);
    }
    first.push = state.pendingPush && state.document && !state.reopens;
    return first;
}

Effects showFirst(AppState& state, const FirstView& first) {
    if (!state.document) return {};
    const DocumentSummary& document = *state.document;
    const Share share = parseShare(first.fields);
    const ViewState before = state.view;
    state.view = !saysNoView(share)  ? defaultView(document)
                 : share.find("row") ? carriedOver(before, document)
                                     : nextView(before, document);
    // Data that are opened by hand show one figure first, and a model also shows its answer. A link shows its own view.
    const bool answers = hasPanel(document.current, Panel::words);
    const bool isFigure =
        state.view.panel == Panel::overview || (answers && state.view.panel == Panel::image);
    if (isOpenedByHand(first.fields, share) && isFigure &&
        hasPanel(document.current, Panel::bars)) {
        state.figure = Panel::bars;
        state.view.panel = hasPanel(document.current, Panel::patches) ? Panel::patches
                           : hasPanel(document.current, Panel::sound) ? Panel::sound
                           : answers                                  ? Panel::words
                                                                      : Panel::bars;
    }
    // Opening something else leaves the data set. The data set's own examples name it.
    if (first.push) state.view.dataSet.clear();
    if (state.view.dataSet.empty()) state.view.dataSetRow = -1;
    // A lesson or a presentation continues when other data are opened.
    if (first.push) keepTeaching(state.view, before);
    jumpToLayer(state, state.view.layer);
    Effects effects{
        AnnounceEffect{formatText("Opened {}"_tr, {withVisibleControls(document.name)})}};
    ExampleName example = exampleIn(share, nameOf(document), document);
    if (!example.isNone() && example != nameOf(document)) {
        const Effects asked = askForExample(state, std::move(example), first.fields, first.push);
        effects.insert(effects.end(), asked.begin(), asked.end());
        return effects;
    }
    showFields(state, share, state.view, false);
    effects.emplace_back(AddressEffect{first.push});
    return effects;
}

}  // namespace hw
