// SPDX-License-Identifier: MIT
#include "panels/evolution/model.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "page/models/value_scale.h"

namespace hw {
namespace {

/// FNV-1a over the values' bits, so that equal pictures have equal keys, whatever their source.
std::uint64_t contentKey(const std::vector<float>& values) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const float value : values) {
        hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001b3ULL;
    }
    return hash;
}

/// Both ends of every cell of a layer, as in EvolutionModel::ends. For an exact value, both ends are the value.
void addEnds(EvolutionModel& model, const ShownProfile& profile, int layer,
             const std::vector<int>& units) {
    for (const bool isUpper : {true, false}) {
        for (const int unit : units) {
            const ShownProfile::Range range = profile.range(layer, unit);
            model.ends.push_back(!range.isKnown() ? profile.at(layer, unit)
                                 : isUpper        ? range.most
                                                  : range.least);
        }
    }
    if (!profile.hasRanges(layer) && std::isnan(profile.at(layer, units.front()))) return;
    const ExactCount count = exactIn(profile, layer);
    model.exact.exact += count.exact;
    model.exact.open += count.open;
}

}  // namespace

std::string describeCell(const EvolutionModel& model, int layer, int col) {
    const int row = model.rows - 1 - layer;
    const ShownProfile::Range range = model.range(row, col);
    return range.isKnown() ? numberRangeText(range.least, range.most, model.decimals[layer])
                           : signedNumber(model.matrix()(row, col), model.decimals[layer]);
}

std::string describeExact(const EvolutionModel& model) {
    if (!model.hasRanges()) return "";
    return formatText(
        "{} of {} values are exact so far. Split cells show their upper bound (top) and lower bound (bottom)."_tr,
        {model.exact.exact, model.exact.all()});
}

EvolutionModel evolutionModel(const AppState& state, const ShownProfile& profile, const Axis& keys,
                              std::string unit, Progress progress, Standing standing) {
    EvolutionModel model;
    model.title = formatText("{} for {}, layer by layer"_tr,
                             {specOf(state.view.method).label,
                              describeOutput(state) + describeDivisor(state, state.view.method)}) +
                  describeCuts(state);
    model.layer = state.view.layer;
    model.keyLabels = keys.labels;
    model.keyTokens = keys.tokens;
    const std::vector<int> visible = profile.units().visible();
    model.rows = profile.layers();
    model.cols = profile.ready() ? static_cast<int>(visible.size()) : 0;
    model.form = formOf(state, state.view.method);
    const ValueScale scale = evolutionScale(state, profile, model.form);
    for (int layer = 0; layer < model.rows; ++layer) {
        model.decimals.push_back(decimalsFor(std::min(profile.largest(layer), scale.end)));
        for (int col = 0; col < model.cols; ++col)
            model.values.push_back(profile.at(model.rows - 1 - layer, visible[col]));
    }
    model.scale = scale.end;
    model.beyond = scale.beyond;
    model.fit = scale.fit;
    bool hasRanges = false;
    for (int layer = 0; layer < model.rows; ++layer)
        hasRanges = hasRanges || profile.hasRanges(layer);
    for (int layer = model.rows - 1; hasRanges && model.cols > 0 && layer >= 0; --layer)
        addEnds(model, profile, layer, visible);
    model.key = contentKey(hasRanges ? model.ends : model.values);
    model.progress = std::move(progress.text);
    model.stopped = progress.stopped;
    model.unit = std::move(unit);
    model.standing = std::move(standing);
    return model;
}

std::optional<MarkedCell> evolutionPlace(const EvolutionModel& model, const NoteMark& mark,
                                         int output) {
    if (mark.layer >= model.rows || mark.key >= model.cols) return {};
    if (mark.at == NotePlace::layer) return MarkedCell{mark.layer, -1};
    if (const auto key = inputOf(mark)) return MarkedCell{-1, *key};
    const bool isRead = mark.at == NotePlace::cell && mark.key >= 0 && mark.query == output;
    if (!isRead || output < 0) return {};
    return MarkedCell{mark.layer, mark.key};
}

}  // namespace hw
