// SPDX-License-Identifier: MIT
#include "page/models/formula.h"
#include "protocol/canonical_query.h"

namespace hw {

std::string describeHeadOfLayer(const Settings& settings) {
    if (settings.headOfLayer.size() != 2) return {};
    return formatText("head {} of layer {}"_tr,
                      {settings.headOfLayer[1] + 1, settings.headOfLayer[0] + 1});
}

std::string describeLayerHeads(const Settings& settings) {
    std::string list;
    for (const LayerHeads& one : settings.layerHeads)
        list += (list.empty() ? "" : ", ") + std::to_string(one.layer + 1);
    return list.empty() ? "" : formatText("; different in layer {}"_tr, {list});
}

std::string headsText(const Settings& given, Method method, int heads) {
    const Settings settings =
        canonicalSettings(given, method, heads);  // gradients use only the mean
    std::string own = describeLayerHeads(settings);
    if (!settings.headOfLayer.empty())
        own += formatText("; only {}"_tr, {describeHeadOfLayer(settings)});
    if (settings.heads.size() == 1)
        return formatText("head {}"_tr, {settings.heads.front() + 1}) + own;
    const int used = settings.heads.empty() ? heads : static_cast<int>(settings.heads.size());
    const bool byGradients = settings.fusion == HeadFusion::gradientNorm;
    const std::string fusion(byGradients ? "gradient-weighted mean"_tr.text()
                                         : wordOf(settings.fusion).shown());
    const LocalizedText text = used == heads ? "{} of {}"_tr : "{} of {} out of {}"_tr;
    return formatText(text, {fusion, used, heads}) + own;
}

std::string describeLayers(const Settings& settings) {
    std::string text;
    for (const int layer : settings.layers)
        text += (text.empty() ? "" : ", ") + std::to_string(layer + 1);
    return text;
}

}  // namespace hw
