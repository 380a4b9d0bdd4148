// SPDX-License-Identifier: MIT
#include "panels/heads/caption.h"

#include "core/model/setting_fields.h"
#include "page/models/formula.h"
#include "page/models/model_text.h"

namespace hw {
namespace {

std::string fusionWords(const HeadsModel& model, const Settings& settings) {
    const std::vector<int>& used = settings.heads;
    const int count = used.empty() ? model.heads : static_cast<int>(used.size());
    if (count == 1 && model.heads > 1)
        return say("Heads: only head {}, in every layer"_tr, {used.front() + 1});
    return say(count < model.heads ? "Heads: {} of {} in use in every layer"_tr
                                   : "Heads: {} of {} in use"_tr,
               {count, model.heads});
}

Words thumbnailWords(const AppState& state) {
    switch (shownThumbnails(state)) {
        case HeadThumbnails::rollout:
            return "Each square is one head over the rollout of all layers below it "
                   "(Abnar & Zuidema 2020, Appendix A.1): outputs down, inputs across."_tr;
        case HeadThumbnails::flow:
            return flowsFromOutputs(state)
                       ? "Each square is the maximum flow from the chosen output through one head "
                         "and all layers below it (Abnar & Zuidema 2020, Appendix A.1): inputs "
                         "across. With more than 48 tokens there is no time for all outputs."_tr
                       : "Each square is the maximum flow through one head and all layers below it "
                         "(Abnar & Zuidema 2020, Appendix A.1): outputs down, inputs across."_tr;
        case HeadThumbnails::attention:
        case HeadThumbnails::patches: break;
    }
    return "Each square is one head: queries down, keys across."_tr;
}

}  // namespace

std::string headsTitle(const HeadsModel& model, const AppState& state) {
    const bool isAttention = state.view.side != Side::contributions;
    std::string title = isAttention ? fusionWords(model, state.view.settings)
                                    : say("{} in each layer"_tr, {rawTitle(state)});
    if (model.ownHead.size() == 2) {
        title +=
            "; " + say("in layer {} only head {}"_tr, {model.ownHead[0] + 1, model.ownHead[1] + 1});
    }
    if (isAttention && fusing.has(state.view.method)) title += layerHeadsWords(state.view.settings);
    return title + cutWords(state);
}

std::string headsCaption(const HeadsModel& model, const AppState& state) {
    if (model.thumbnailsOf == HeadThumbnails::patches) {
        return say(
            "Each picture is one head: which patches {} looks at, brighter for more. "
            "Ordered by share on the picture, the heads that look at it most come first."_tr,
            {outputWords(state)});
    }
    if (state.view.side == Side::contributions) {
        return "Each square is what a layer’s tokens take from one another, as in the file: "
               "queries down, keys across."_tr;
    }
    std::string text(thumbnailWords(state));
    return text.append(" ").append(
        "Click one to use only that head, Shift-click or Ctrl-click to include or exclude a "
        "head: in every layer or in its own, as chosen here."_tr);
}

}  // namespace hw
