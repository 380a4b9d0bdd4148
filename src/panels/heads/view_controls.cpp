// SPDX-License-Identifier: MIT
#include "panels/heads/view_controls.h"

#include <algorithm>
#include <numeric>

#include "core/model/head_of_layer.h"
#include "core/model/setting_fields.h"
#include "figure/ramp_of.h"
#include "panels/heads/view_large.h"
#include "view/matrix/color_legend.h"
#include "view/widgets/gesture.h"

namespace hw {

float drawOrderControls(const Pen& pen, const HeadsModel& model, HeadsUi& ui, const Rect& area) {
    struct Choice {
        HeadOrder order;
        LocalizedText word;
    };
    static constexpr Choice choices[] = {{HeadOrder::number, "by number"_tr},
                                         {HeadOrder::entropy, "by entropy"_tr},
                                         {HeadOrder::distance, "by distance"_tr},
                                         {HeadOrder::special, "by share on special tokens"_tr},
                                         {HeadOrder::picture, "by share on the picture"_tr}};
    WordLine line{pen, area.x, area.right(), area.y + 12};
    if (model.region == nullptr && ui.order == HeadOrder::picture) ui.order = HeadOrder::number;
    for (const Choice& choice : choices) {
        const bool ofPicture = choice.order == HeadOrder::picture;
        if (ofPicture && model.region == nullptr) continue;
        if (line.choice(choice.word, ui.order == choice.order,
                        {.enabled = model.hasStatistics || ofPicture})) {
            ui.order = choice.order;
        }
    }
    return line.middle + 12 - area.y;
}

bool meansItsLayer(const ControlsModel& controls, const HeadsUi& ui) {
    return fusing.has(controls.method) && ui.inItsLayer;
}

float drawChoiceControls(const Pen& pen, const HeadsModel& model, const ControlsModel& controls,
                         HeadsUi& ui, const Rect& area, Commands& commands) {
    WordLine line{pen, area.x, area.right(), area.y + 12};
    for (const HeadThumbnails each : every<HeadThumbnails>()) {
        if (each == HeadThumbnails::patches && !model.canPatch) continue;
        const bool there = each != HeadThumbnails::rollout || model.canRoll;
        if (line.choice(std::string(wordOf(each).shown()), model.thumbnailsOf == each,
                        {.enabled = there}))
            commands.push_back(Set{&ViewState::thumbnails, each});
    }
    line.x += 18;
    const bool canOwn = model.heads > 1 && fusing.has(controls.method);
    const bool inItsLayer = meansItsLayer(controls, ui);
    if (line.choice("this head in every layer"_tr, !inItsLayer)) ui.inItsLayer = false;
    if (line.choice("this head of this layer"_tr, inItsLayer, {.enabled = canOwn}))
        ui.inItsLayer = true;
    return line.middle + targetHeight(pen.theme, 32) / 2 - area.y;
}

namespace {

LocalizedText describeLegend(const HeadsModel& model) {
    if (model.region != nullptr) return "weight on the patch, one colour scale for all heads"_tr;
    switch (model.thumbnailsOf) {
        case HeadThumbnails::rollout:
            return "rollout of the head, one colour scale for all heads"_tr;
        case HeadThumbnails::flow: return "flow of the head, one colour scale for all heads"_tr;
        case HeadThumbnails::attention:
        case HeadThumbnails::patches: break;
    }
    return "weight, one colour scale for all heads"_tr;
}

}  // namespace

void drawHeadsLegend(const Pen& pen, const HeadsModel& model, const ControlsModel& controls,
                     const Rect& area) {
    const float legend = drawColorLegend(pen, rampOf(model.form, controls.colormap), model.scale,
                                         area.x, area.y + 6, area.w * 0.6F, {.gamma = headGamma})
                             .width +
                         16;
    textLine(pen, fonts().text, type::label, area.x + legend, area.y + 6, pen.theme.muted,
             elided(fonts().text, type::label, describeLegend(model), area.w - legend));
}

void chooseHead(const HeadsModel& model, const ControlsModel& controls, const HeadCell& cell,
                bool inItsLayer, Commands& commands) {
    Settings next = controls.settings;
    if (inItsLayer && !addsToChoice()) {
        const std::vector<int> pair{cell.layer, cell.head};
        next.headOfLayer = next.headOfLayer == pair ? std::vector<int>{} : pair;
        commands.push_back(Set{&ViewState::settings, next});
        return;
    }
    if (inItsLayer) {
        commands.push_back(
            Set{&ViewState::settings, withHeadToggled(next, cell.layer, cell.head, model.heads)});
        return;
    }
    next.headWeights.clear();
    if (addsToChoice()) {
        if (next.heads.empty()) {
            next.heads.resize(model.heads);
            std::iota(next.heads.begin(), next.heads.end(), 0);
        }
        const auto found = std::lower_bound(next.heads.begin(), next.heads.end(), cell.head);
        const bool there = found != next.heads.end() && *found == cell.head;
        if (there && next.heads.size() > 1) {
            next.heads.erase(found);
        } else if (!there) {
            next.heads.insert(found, cell.head);
        }
    } else if (next.heads == std::vector<int>{cell.head}) {
        next.heads.clear();  // a second click uses all heads again
    } else {
        next.heads = {cell.head};
    }
    if (static_cast<int>(next.heads.size()) == model.heads) next.heads.clear();
    commands.push_back(Set{&ViewState::settings, next});
}

}  // namespace hw
