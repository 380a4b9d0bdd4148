// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/model/methods.h"
#include "core/model/presets.h"
#include "core/model/setting_fields.h"
#include "page/models/formula.h"

namespace hw {

std::string citationOf(Method method, const Settings& settings, const Preset* preset) {
    if (fusing.has(method)) {
        std::string text;
        const auto usesNorms = [](const LayerHeads& one) {
            return one.fusion == HeadFusion::gradientNorm;
        };
        const bool all = settings.heads.size() != 1 && settings.fusion == HeadFusion::gradientNorm;
        if (all || std::ranges::any_of(settings.layerHeads, usesNorms))
            text = "M: GMAR 2025, arXiv:2504.19414. ";
        if (!settings.headOfLayer.empty() && specOf(method).overLayers)
            text +=
                std::string(
                    "One head over the layers below: Abnar & Zuidema 2020, Appendix A.1, no layer counted twice."_tr) +
                ' ';
        if (preset != nullptr && (text.empty() || specOf(method).overLayers))
            text += preset->citation;
        return text;
    }
    const std::string text(textsOf(method).cite);
    if (preset == nullptr || !joining.has(method)) return text;
    return (text.empty() ? "" : "E: " + text + ". A: ") + std::string(preset->citation);
}

}  // namespace hw
