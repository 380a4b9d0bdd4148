// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/number_phrases.h"
#include "page/rules/available.h"
#include "page/state/app_state.h"
#include "render/colormap.h"

namespace hw {

/// The ramp for a colour map of the view.
inline Ramp rampOf(Colormap colormap) {
    switch (colormap) {
        case Colormap::blues: return Ramp::blues;
        case Colormap::viridis: return Ramp::viridis;
        case Colormap::cividis: return Ramp::cividis;
    }
    return Ramp::blues;
}

/// The text at the beginning of a scale.
inline std::string scaleStart(Ramp ramp, float end) {
    const auto value = static_cast<double>(end);
    return ramp == Ramp::ratio       ? shownNumber(1 / value)
           : ramp == Ramp::diverging ? "−" + shownNumber(value)
                                     : "0";
}

/// The ramp of a form, `ofAmounts` for amounts.
inline Ramp rampOf(ValueForm form, Ramp ofAmounts) {
    switch (form) {
        case ValueForm::amounts: break;
        case ValueForm::signs: return Ramp::diverging;
        case ValueForm::ratios: return Ramp::ratio;
    }
    return ofAmounts;
}
inline Ramp rampOf(ValueForm form, Colormap colormap) { return rampOf(form, rampOf(colormap)); }

}  // namespace hw
