// SPDX-License-Identifier: MIT
#include "page/address/data_set_fields.h"

#include "core/number_text.h"
#include "protocol/field_text.h"

namespace hw {

bool readDataSet(AppState& state, std::string_view value) {
    constexpr std::size_t longest = 4096;
    if (value.size() > longest) return false;
    if (state.view.dataSet != value) state.view.dataSetRow = -1;
    state.view.dataSet = value;
    return true;
}

std::optional<std::string> writeDataSet(const AppState& state) {
    if (state.view.dataSet.empty()) return {};
    return state.view.dataSet;
}

bool readRow(AppState& state, std::string_view value) {
    const auto row = readInt(value);
    if (!row || *row < 0 || (*row > 0 && state.view.dataSet.empty())) return false;
    state.view.dataSetRow = *row - 1;
    return true;
}

std::optional<std::string> writeRow(const AppState& state) {
    if (state.view.dataSet.empty() || state.view.dataSetRow < 0) return {};
    return numberText(state.view.dataSetRow + 1);
}

}  // namespace hw
