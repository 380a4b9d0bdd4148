// SPDX-License-Identifier: MIT
#include "page/models/formula.h"
#include "protocol/canonical_query.h"

namespace hw {

std::string headOfLayerWords(const Settings& settings) {
    if (settings.headOfLayer.size() != 2) return {};
    return say("head {} of layer {}"_tr,
               {settings.headOfLayer[1] + 1, settings.headOfLayer[0] + 1});
}

std::string layerHeadsWords(const Settings& settings) {
    std::string list;
    for (const LayerHeads& one : settings.layerHeads)
        list += (list.empty() ? "" : ", ") + std::to_string(one.layer + 1);
    return list.empty() ? "" : say("; different in layer {}"_tr, {list});
}

std::string headsText(const Settings& given, Method method, int heads) {
    const Settings settings =
        canonicalSettings(given, method, heads);  // gradients use only the mean
    std::string own = layerHeadsWords(settings);
    if (!settings.headOfLayer.empty()) own += say("; only {}"_tr, {headOfLayerWords(settings)});
    if (settings.heads.size() == 1) return say("head {}"_tr, {settings.heads.front() + 1}) + own;
    const int used = settings.heads.empty() ? heads : static_cast<int>(settings.heads.size());
    const bool byGradients = settings.fusion == HeadFusion::gradientNorm;
    const std::string fusion(byGradients ? "gradient-weighted mean"_tr.text()
                                         : wordOf(settings.fusion).shown());
    const Words text = used == heads ? "{} of {}"_tr : "{} of {} out of {}"_tr;
    return say(text, {fusion, used, heads}) + own;
}

std::string layersWords(const Settings& settings) {
    std::string text;
    for (const int layer : settings.layers)
        text += (text.empty() ? "" : ", ") + std::to_string(layer + 1);
    return text;
}

}  // namespace hw
