// SPDX-License-Identifier: MIT
#include "page/models/value_scale.h"

#include <algorithm>
#include <cmath>

#include "page/state/units.h"

namespace hw {
namespace {

constexpr float leastFactor = 1.0001F;  ///< where all ratios are 1, the scale has no length

/// By what values are told apart that need the longest scale; ratios by their factor from 1.
float sizeOf(ValueForm form, float value) {
    if (form == ValueForm::signs) return std::abs(value);
    if (form == ValueForm::ratios) return value > 0 ? std::max(value, 1 / value) : 0;
    return value;
}

/// The largest values with and without what the output draws from itself.
struct Extent {
    float all = 0;
    float others = 0;
};

class Extents {
public:
    /// Of all tokens, or of a picture's patches.
    Extents(const AppState& state, const ShownProfile& profile, ValueForm form,
            const ImageInfo* image = nullptr)
        : profile_(profile), form_(form) {
        const bool own = hasOwnShare(state);
        for (int unit = 0; unit < profile.keys(); ++unit) {
            const int token = profile.units().list[unit].token();
            if (image != nullptr && image->regionOf(token) < 0) continue;
            counted_.push_back(
                {unit, own && std::ranges::binary_search(state.view.outputs, token)});
        }
    }
    Extent at(int layer) const {
        Extent extent;
        for (const Counted& one : counted_) {
            const float value = sizeOf(form_, profile_.at(layer, one.unit));  // NaN is never larger
            if (value > extent.all) extent.all = value;
            if (value > extent.others && !one.own) extent.others = value;
        }
        return extent;
    }
    Extent ofAll() const {
        Extent extent;
        for (int layer = 0; layer < profile_.layers(); ++layer) {
            const Extent here = at(layer);
            extent = {std::max(extent.all, here.all), std::max(extent.others, here.others)};
        }
        return extent;
    }

private:
    struct Counted {
        int unit;
        bool own;  ///< an output's
    };
    const ShownProfile& profile_;
    ValueForm form_;
    std::vector<Counted> counted_;
};

ValueScale scaleOf(const AppState& state, const Extent& extent) {
    ValueScale scale;
    // An output that draws from itself alone leaves no other value to measure by.
    const bool without = !state.view.ownShare && extent.others > 0;
    const float end = without ? extent.others : extent.all;
    if (end > 0) scale.end = end;
    scale.beyond = extent.all > scale.end;
    return scale;
}

}  // namespace

float placeOnScale(ValueForm form, float value, float end) {
    if (form == ValueForm::amounts) return std::clamp(value / end, 0.0F, 1.0F);
    if (form == ValueForm::signs) return std::clamp(value / end, -1.0F, 1.0F);
    if (value <= 0) return -1;
    return std::clamp(std::log(value) / std::log(std::max(end, leastFactor)), -1.0F, 1.0F);
}

bool isBeyond(ValueForm form, float value, float end) {
    return sizeOf(form, value) > end * 1.0001F || (form == ValueForm::ratios && value == 0);
}

bool hasOwnShare(const AppState& state) {
    return keysAreOutputs(state) && state.view.outputMode == OutputMode::chosen;
}

std::string scaleWords(const ViewState& view, bool beyond) {
    const bool all = view.scale == ScaleOf::layers;
    if (!beyond) return all ? "One scale for all layers."_tr : "The scale is this layer’s own."_tr;
    if (view.outputs.size() == 1) {
        return all ? "One scale for all layers, without the output’s own share."_tr
                   : "The scale is this layer’s own, without the output’s own share."_tr;
    }
    return all ? "One scale for all layers, without the outputs’ own shares."_tr
               : "The scale is this layer’s own, without the outputs’ own shares."_tr;
}

namespace {

ValueScale scaleOf(const AppState& state, const Extents& extents, const LayerBlend& blend) {
    const bool all = state.view.scale == ScaleOf::layers;
    Extent extent = all ? extents.ofAll() : extents.at(blend.from);
    if (!all) {
        const Extent next = extents.at(blend.to);
        extent = {blend.between(extent.all, next.all), blend.between(extent.others, next.others)};
    }
    ValueScale scale = scaleOf(state, extent);
    scale.note = scaleWords(state.view, scale.beyond);
    return scale;
}

}  // namespace

ValueScale barsScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                     ValueForm form) {
    return scaleOf(state, Extents(state, profile, form), blend);
}

ValueScale patchesScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                        ValueForm form) {
    return scaleOf(state, Extents(state, profile, form, &*state.document->current.image), blend);
}

ValueScale evolutionScale(const AppState& state, const ShownProfile& profile, ValueForm form) {
    return scaleOf(state, Extents(state, profile, form).ofAll());
}

}  // namespace hw
