// SPDX-License-Identifier: MIT
#include "page/address/token_fields.h"

#include <algorithm>

#include "core/number_text.h"
#include "page/address/address.h"
#include "page/rules/units.h"
#include "protocol/field_text.h"

namespace hw {

using Text = std::optional<std::string>;

bool readOutputs(AppState& state, std::string_view value) {
    if (value == "mean" || value == "max") {
        state.view.outputMode = *fromName<OutputMode>(value);
        return true;
    }
    const auto outputs = readIndices(value, state.queryCount());
    if (!outputs || outputs->empty()) return false;
    state.view.outputMode = OutputMode::chosen;
    state.view.outputs = *outputs;
    return true;
}
Text writeOutputs(const AppState& state) {
    if (state.view.outputMode != OutputMode::chosen) {
        return std::string(nameOf(state.view.outputMode));
    }
    return listText(state.view.outputs);
}

bool readSink(AppState& state, std::string_view value) {
    if (value == "largest" || value == "all") {
        state.view.sink = value == "all" ? allInputs : -1;
        return true;
    }
    const auto token = readInt(value);
    if (!token || *token < 0 || *token >= state.keyCount()) return false;
    state.view.sink = *token;
    return true;
}
Text writeSink(const AppState& state) {
    if (state.view.sink == allInputs) return "all";
    if (state.view.sink < 0) return {};
    return numberText(state.view.sink);
}

bool readHidden(AppState& state, std::string_view value) {
    const auto hidden = readIndices(value, state.keyCount());
    if (!hidden || static_cast<int>(hidden->size()) == state.keyCount()) return false;
    state.view.hidden = *hidden;
    return true;
}
Text writeHidden(const AppState& state) {
    if (state.view.hidden.empty()) return {};
    return listText(state.view.hidden);
}

bool readWords(AppState& state, std::string_view value) {
    const auto on = readSwitch(value);
    if (!on || (*on && !hasWords(state))) return false;
    state.view.words = *on;
    return true;
}

/// Reads spans such as "3,4,5/8,9", with commas between the tokens of one span.
bool readSpans(AppState& state, std::string_view value) {
    std::vector<std::vector<int>> spans;
    std::vector<int> all;
    while (!value.empty()) {
        const auto span = readIndices(takeUntil(value, '/'), state.keyCount());
        if (!span || span->size() < 2) return false;
        all.insert(all.end(), span->begin(), span->end());
        spans.push_back(*span);
    }
    std::stable_sort(all.begin(), all.end());
    if (std::adjacent_find(all.begin(), all.end()) != all.end()) return false;
    if (!all.empty() && !keysAreOutputs(state)) return false;
    state.view.spans = std::move(spans);
    return true;
}
Text writeSpans(const AppState& state) {
    if (state.view.spans.empty()) return {};
    return spansText(state.view.spans);
}

bool readSegments(AppState& state, std::string_view value) {
    const auto filter = fromName<SegmentFilter>(value);
    if (!filter || (*filter != SegmentFilter::all && !hasSegments(state))) return false;
    state.view.segments = *filter;
    return true;
}

}  // namespace hw
