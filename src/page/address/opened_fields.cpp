// SPDX-License-Identifier: MIT
#include "page/address/opened_fields.h"

#include <algorithm>

#include "core/number_text.h"
#include "page/address/address.h"
#include "page/rules/opened_terms.h"
#include "protocol/field_text.h"

namespace hw {
namespace {

/// Larger than any network whose paths are shown one by one.
constexpr int mostPaths = 9999;

/// Max number of matrices in the product for a number. Across encoder and decoder, both sides count.
int factorsOf(const AppState& state) {
    if (state.view.side != Side::cross) return state.view.layer + 1;
    const ExampleSummary& example = state.document->current;
    return example.decoderLayers + 1 + example.layers;
}

}  // namespace

bool readTerms(AppState& state, std::string_view value) {
    OpenedTerms opened;
    while (!value.empty()) {
        std::string_view part = takeUntil(value, ',');
        if (opened.kind != NumberKind::value || part.empty()) return false;
        if (part.front() == 'w') opened.kind = NumberKind::weight;
        if (part.front() == 'h') opened.kind = NumberKind::fused;
        if (opened.kind != NumberKind::value) part.remove_prefix(1);
        const auto token = readInt(part);
        if (!token || *token < 0 || *token >= std::max(state.keyCount(), state.queryCount()))
            return false;
        if (opened.kind != NumberKind::value)
            opened.key = *token;
        else
            opened.down.push_back(*token);
    }
    if (std::ssize(opened.down) >= factorsOf(state)) return false;
    state.view.opened = std::move(opened);
    return true;
}
std::optional<std::string> writeTerms(const AppState& state) {
    std::string text = termsText(state.view.opened);
    if (text.empty()) return {};
    return text;
}
void writeTerms(JsonWriter& json, const AppState& state) {
    json.value(termsText(state.view.opened));
}

bool readPaths(AppState& state, std::string_view value) {
    if (value == "all") {
        state.view.flowPaths = -1;
        return true;
    }
    const auto count = readInt(value);
    if (!count || *count < 0 || *count > mostPaths) return false;
    state.view.flowPaths = *count;
    return true;
}
std::optional<std::string> writePaths(const AppState& state) {
    if (state.view.flowPaths < 0) return {};
    return numberText(state.view.flowPaths);
}
std::string pathsFromApi(std::string_view value) {
    return value == "-1" ? "all" : std::string(value);
}

}  // namespace hw
