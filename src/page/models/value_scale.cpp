// SPDX-License-Identifier: MIT
#include "page/models/value_scale.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "core/statistics/scale_end.h"
#include "page/rules/units.h"

namespace hw {
namespace {

constexpr float leastFactor = 1.0001F;  ///< gives the scale a length if all ratios are 1

/// The size of a value on the scale. For ratios, the factor from 1.
float sizeOf(ValueForm form, float value) {
    if (form == ValueForm::signs) return std::abs(value);
    if (form == ValueForm::ratios) return value > 0 ? std::max(value, 1 / value) : 0;
    return value;
}

bool isShare(const ViewState& view) {
    const MethodSpec& method = specOf(view.method);
    return method.isShare || (method.hasRelative && view.relativeFlow);
}

/// The largest values with and without the output's own share, and the largest end of the scale that keeps the other
/// values readable.
struct Extent {
    float all = 0;
    float others = 0;
    float readable = 0;
};

class Extents {
public:
    /// For all tokens, or for a picture's patches.
    Extents(const AppState& state, const ShownProfile& profile, ValueForm form,
            const ImageInfo* image = nullptr)
        : profile_(profile), form_(form), countsOwn_(state.view.ownShare) {
        const bool own = hasOwnShare(state);
        if (form == ValueForm::amounts && isShare(state.view))
            even_ = 1 / static_cast<float>(profile.keys());
        for (int unit = 0; unit < profile.keys(); ++unit) {
            const int token = profile.units().list[unit].token();
            if (image != nullptr && image->regionOf(token) < 0) continue;
            counted_.push_back(
                {unit, own && std::ranges::binary_search(state.view.outputs, token)});
        }
        const auto tokens = static_cast<int>(counted_.size());
        isLong_ = tokens > mostShortTokens;
        evens_ = isLong_ || specOf(state.view.method).overLayers;
        mostLeftOut_ = isLong_ ? tokens / mostShortTokens : 0;
    }
    Extent at(int layer) const {
        Extent extent;
        float own = 0;
        std::vector<float> largest;  // of the others, falling, one more than may be excluded
        for (const ScaledUnit& one : counted_) {
            const float value = sizeOf(form_, profile_.orMost(layer, one.unit));
            if (!(value > 0)) continue;  // or NaN
            extent.all = std::max(extent.all, value);
            if (one.own) {
                own = std::max(own, value);
                continue;
            }
            const auto place = std::ranges::lower_bound(largest, value, std::greater{});
            if (std::cmp_greater_equal(place - largest.begin(), mostLeftOut_ + 1)) continue;
            largest.insert(place, value);
            if (std::cmp_greater(largest.size(), mostLeftOut_ + 1)) largest.pop_back();
        }
        if (!largest.empty()) extent.others = largest.front();
        extent.readable = largest.empty()
                              ? 0
                              : largest[flattening(largest, mostLeftOut_, leastReadable(isLong_))];
        const bool flattens = extent.readable > 0 && extent.readable < own * leastBesideOwn();
        if (countsOwn_ && !flattens) extent.readable = std::max(extent.readable, own);
        return extent;
    }
    /// `atOnce` means that all layers are in one picture, not one after another.
    Extent ofAll(bool atOnce = false) const {
        Extent extent;
        std::vector<float> ends;
        for (int layer = 0; layer < profile_.layers(); ++layer) {
            const Extent here = at(layer);
            extent = {std::max(extent.all, here.all), std::max(extent.others, here.others),
                      std::max(extent.readable, here.readable)};
            ends.push_back(here.readable);
        }
        extent.readable = atOnce
                              ? endForLayers(ends, evens_)
                              : endForLast(extent.readable, ends.empty() ? 0 : ends.back(), evens_);
        return extent;
    }

    /// The value of each token if all had the same share, or 0 if values are no shares.
    float even() const { return even_; }

private:
    /// With many tokens the own share is the least informative, and is excluded if it takes most of the scale.
    float leastBesideOwn() const { return isLong_ ? 0.5F : leastReadable(false); }

    struct ScaledUnit {
        int unit;
        bool own;  ///< belongs to an output
    };
    const ShownProfile& profile_;
    ValueForm form_;
    bool countsOwn_;
    bool isLong_ = false;
    bool evens_ = false;   ///< as in endForLast
    int mostLeftOut_ = 0;  ///< other tokens of a layer
    float even_ = 0;
    std::vector<ScaledUnit> counted_;
};

ValueScale scaleOf(const AppState& state, const Extent& extent, float even, ValueForm form) {
    ValueScale scale;
    // If an output draws only from itself, no other value can define the scale.
    const bool without = !state.view.ownShare && extent.others > 0;
    // If an output draws nearly all from itself, the scale of the others alone would give its darkest colour to 1/200
    // of the whole.
    const float whole = std::max(without ? extent.others : extent.all, even);
    const float readable = std::max(extent.readable, even);
    // On a logarithmic scale no value is flattened by another.
    scale.fit.whole = state.view.wholeScale;
    scale.fit.can = form != ValueForm::ratios && extent.readable > 0 && readable < whole;
    const float end = scale.fit.can && !scale.fit.whole ? readable : whole;
    if (end > 0) scale.end = end;
    scale.largest = extent.all;
    scale.beyond = scale.largest > scale.end;
    scale.isOwn = extent.others <= scale.end;
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

float barLength(ValueForm form, float value, float end, float full) {
    const float place = placeOnScale(form, value, end);
    return full * place + (isBeyond(form, value, end) ? std::copysign(pastFull, place) : 0);
}

bool hasOwnShare(const AppState& state) {
    return keysAreOutputs(state) && state.view.outputMode == OutputMode::chosen;
}

bool startsWithOne(const AppState& state, Method method) {
    return specOf(method).hasOwnOne && state.view.settings.ownOne == IdentityTerm::keep &&
           keysAreOutputs(state);
}

std::string describeScale(const ViewState& view, const ValueScale& scale, bool all) {
    if (!scale.beyond)
        return all ? "One scale for all layers."_tr : "This layer has its own scale."_tr;
    if (!scale.isOwn) {
        return all ? "One scale for all layers, with the largest values cut short."_tr
                   : "This layer has its own scale, with the largest values cut short."_tr;
    }
    if (view.outputs.size() == 1) {
        return all ? "One scale for all layers, without the output’s own share."_tr
                   : "This layer has its own scale, without the output’s own share."_tr;
    }
    return all ? "One scale for all layers, without the outputs’ own shares."_tr
               : "This layer has its own scale, without the outputs’ own shares."_tr;
}

namespace {

ValueScale scaleOf(const AppState& state, const Extents& extents, const LayerBlend& blend,
                   ValueForm form, bool all) {
    Extent extent = all ? extents.ofAll() : extents.at(blend.from);
    if (!all) {
        const Extent next = extents.at(blend.to);
        extent = {blend.between(extent.all, next.all), blend.between(extent.others, next.others),
                  blend.between(extent.readable, next.readable)};
    }
    ValueScale scale = scaleOf(state, extent, extents.even(), form);
    scale.note = describeScale(state.view, scale, all);
    return scale;
}

}  // namespace

bool comparesLayers(const ViewState& view) { return view.scale != ScaleScope::layer; }

ValueScale barsScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                     ValueForm form) {
    return scaleOf(state, Extents(state, profile, form), blend, form,
                   state.view.scale == ScaleScope::layers);
}

ValueScale columnScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                       ValueForm form) {
    return scaleOf(state, Extents(state, profile, form), blend, form, comparesLayers(state.view));
}

ValueScale patchesScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                        ValueForm form) {
    return scaleOf(state, Extents(state, profile, form, &*state.document->current.image), blend,
                   form, comparesLayers(state.view));
}

ValueScale evolutionScale(const AppState& state, const ShownProfile& profile, ValueForm form) {
    const Extents extents(state, profile, form);
    return scaleOf(state, extents.ofAll(true), extents.even(), form);
}

}  // namespace hw
