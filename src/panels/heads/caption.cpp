// SPDX-License-Identifier: MIT
#include "panels/heads/caption.h"

#include "core/model/setting_fields.h"
#include "page/models/formula.h"
#include "page/models/model_text.h"

namespace hw {
namespace {

std::string describeFusion(const HeadsModel& model, const Settings& settings) {
    const std::vector<int>& used = settings.heads;
    const int count = used.empty() ? model.heads : static_cast<int>(used.size());
    if (count == 1 && model.heads > 1)
        return formatText("Only head {}, in every layer"_tr, {used.front() + 1});
    return formatText(count < model.heads ? "{} of {} heads in use in every layer"_tr
                                          : "{} of {} heads in use"_tr,
                      {count, model.heads});
}

LocalizedText describeThumbnail(const AppState& state) {
    switch (shownThumbnails(state)) {
        case HeadThumbnails::rollout:
            return "Each square is one head over the rollout below, with outputs down and inputs across."_tr;
        case HeadThumbnails::flow:
            return flowsFromOutputs(state)
                       ? "Each square is the maximum flow from the chosen output through one head and the layers below, inputs across."_tr
                       : "Each square is the maximum flow through one head and the layers below, outputs down and inputs across."_tr;
        case HeadThumbnails::attention:
        case HeadThumbnails::patches: break;
    }
    return "Each square is one head, queries down and keys across."_tr;
}

}  // namespace

std::string headsTitle(const HeadsModel& model, const AppState& state) {
    const bool isAttention = state.view.side != Side::contributions;
    std::string title = isAttention ? describeFusion(model, state.view.settings)
                                    : formatText("{} in each layer"_tr, {rawTitle(state)});
    if (model.ownHead.size() == 2) {
        title += "; " + formatText("in layer {} only head {}"_tr,
                                   {model.ownHead[0] + 1, model.ownHead[1] + 1});
    }
    if (isAttention && fusing.has(state.view.method))
        title += describeLayerHeads(state.view.settings);
    return title + describeCuts(state);
}

std::string headsCaption(const HeadsModel& model, const AppState& state) {
    if (model.thumbnailsOf == HeadThumbnails::patches) {
        return formatText("Each picture is one head, brighter where {} attends more."_tr,
                          {describeOutput(state)});
    }
    if (state.view.side == Side::contributions) {
        return "Each square is one layer’s contributions, queries down and keys across."_tr;
    }
    std::string text(describeThumbnail(state));
    return text.append(" ").append(
        "Click a head to use only that head. Shift-click or Ctrl-click includes or excludes it, in every layer or only in its own, as chosen here."_tr);
}

}  // namespace hw
