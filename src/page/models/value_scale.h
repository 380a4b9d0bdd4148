// SPDX-License-Identifier: MIT
// The scales of the bars, the sentence and the evolution. Internal to page/models.
#pragma once

#include <string>

#include "core/statistics/scale_end.h"
#include "page/answers/shown_profile.h"
#include "page/models/layer_blend.h"
#include "page/models/model_text.h"
#include "page/rules/available.h"

namespace hw {

struct ValueScale {
    /// Value at full length or at the ramp's end, above 0; of signs on both sides; of ratios the factor above 1 up to
    /// which, and down to one part in which, the scale goes.
    float end = 1;
    float largest = 0;    ///< of the shown values, by what the form measures
    bool beyond = false;  ///< it is larger than the end
    ScaleFit fit;
    bool isOwn = false;  ///< what is larger is the output's own share alone
    std::string note;    ///< "All layers share one scale."
};

/// How far along the scale a value lies: from 0 to 1 of its end, of signs and ratios from -1 to 1 with 0 and 1 in the
/// middle. Values beyond an end are at it.
float placeOnScale(ValueForm form, float value, float end);
/// True for a value beyond the scale's end; a ratio of 0 is beyond any.
bool isBeyond(ValueForm form, float value, float end);
/// How far bars of values beyond the scale's end reach past a full one, in pixels: torn there, none looks like a full bar.
inline constexpr float pastFull = 14;
/// What full bars leave for them, on each side that has an end; `beyond`: a value may be larger than the end.
constexpr float roomPastFull(ValueForm form, bool beyond) {
    return beyond || form == ValueForm::ratios ? pastFull : 0;
}
/// Length of a value's bar in pixels where a full one is `full` long; below 0 it goes to the left.
float barLength(ValueForm form, float value, float end, float full);

/// "All layers share one scale, without the output’s own share.", or that the largest values are cut short. `all`: it is
/// the scale of all layers.
std::string scaleWords(const ViewState& view, const ValueScale& scale, bool all);
/// True if pictures and columns that are compared have one scale for all layers: their colours are seen beside those
/// of other layers.
bool comparesLayers(const ViewState& view);

/// True if the chosen output is among the inputs, so that part of what it draws is its own.
bool hasOwnShare(const AppState& state);
/// True if of each token's number to itself 1 is what it starts with, and was not measured: it is told apart, and never
/// ranked among the others.
bool startsWithOne(const AppState& state, Method method);

/// For bars and sentence: of the present layer, gliding with it, so that the axis ends where the bars do, or over all
/// layers if the view wants that; with the output's own share or without. Unless the view wants all of the scale, it
/// leaves out what would flatten the rest (core/statistics/scale_end.h): the own share, of long inputs a few other
/// tokens, and of methods over all layers and of long inputs what earlier layers have above twice the last one's.
/// Where values are shares it never ends below what each token would have if all had the same: no tiny share looks large.
/// O(layers * units).
ValueScale barsScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                     ValueForm form);

/// The same for a column of a comparison, whose layers are compared unless the view says otherwise.
ValueScale columnScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                       ValueForm form);

/// As for a column, of the picture's patches alone: what [CLS] draws from itself does not darken the picture. Only where
/// the present example has one.
ValueScale patchesScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                        ValueForm form);

/// Of all layers at once. Its note stays empty. O(layers * units).
ValueScale evolutionScale(const AppState& state, const ShownProfile& profile, ValueForm form);

}  // namespace hw
