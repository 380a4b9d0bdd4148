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
    /// Value at full length or at the ramp's end, positive. For signs, the end on both sides. For ratios, the scale
    /// goes from 1 / end to end.
    float end = 1;
    float largest = 0;    ///< of the shown values, in the form's measure
    bool beyond = false;  ///< it exceeds the end
    ScaleFit fit;
    bool isOwn = false;  ///< only the output's own share exceeds it
    std::string note;    ///< such as "All layers share one scale."
};

/// A value's place along the scale, 0 to 1. For signs and ratios, -1 to 1, where the middle is 0 or 1. Values beyond an
/// end are placed at it.
float placeOnScale(ValueForm form, float value, float end);
/// True for a value beyond the scale's end. A ratio of 0 is beyond any end.
bool isBeyond(ValueForm form, float value, float end);
/// Pixels by which bars of values beyond the scale's end exceed a full bar. They have a torn end, so none looks like a
/// full bar.
inline constexpr float pastFull = 14;
/// The space that full bars leave for them, on each side that has an end. `beyond` means that a value may exceed the
/// end.
constexpr float roomPastFull(ValueForm form, bool beyond) {
    return beyond || form == ValueForm::ratios ? pastFull : 0;
}
/// Length of a value's bar in pixels if a full one is `full` long. Negative lengths go to the left.
float barLength(ValueForm form, float value, float end, float full);

/// "All layers share one scale, without the output’s own share.", or a note that the largest values are cut short.
/// `all`: it is the scale of all layers.
std::string describeScale(const ViewState& view, const ValueScale& scale, bool all);
/// True if compared pictures and columns have one scale for all layers, because their colours are seen next to those of
/// other layers.
bool comparesLayers(const ViewState& view);

/// True if the chosen output is among the inputs, so that part of its value comes from itself.
bool hasOwnShare(const AppState& state);
/// True if each token's value for itself includes an initial 1 that was not measured. This value is shown separately
/// and never ranked.
bool startsWithOne(const AppState& state, Method method);

/// The scale of bars and sentence. It belongs to the present layer and glides with it, so that the axis ends where the
/// bars do, or to all layers if the view asks for that. It includes the output's own share or not. Unless the view asks
/// for the whole scale, it excludes values that would flatten the rest (core/statistics/scale_end.h): the own share, a
/// few other tokens of long inputs, and, for methods over all layers and for long inputs, values of earlier layers
/// above twice the last one's. For shares it never ends below an equal share for each token, so that no tiny share
/// looks large. O(layers * units).
ValueScale barsScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                     ValueForm form);

/// The same for a column of a comparison. One scale for all layers, unless the view asks for another.
ValueScale columnScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                       ValueForm form);

/// The same as for a column, but only for the picture's patches, so that the own share of [CLS] does not darken the
/// picture. Only if the present example has a picture.
ValueScale patchesScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend,
                        ValueForm form);

/// The scale of all layers at once. Its note stays empty. O(layers * units).
ValueScale evolutionScale(const AppState& state, const ShownProfile& profile, ValueForm form);

}  // namespace hw
