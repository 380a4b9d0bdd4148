// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace hw
