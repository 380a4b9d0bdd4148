// SPDX-License-Identifier: MIT
#include "app/view_names.h"

#include <algorithm>
#include <array>

namespace hw {
namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 3> sideNames{"encoder", "decoder", "cross"};
constexpr std::array<std::string_view, 3> outputNames{"chosen", "mean", "max"};
constexpr std::array<std::string_view, 2> sortNames{"position", "score"};
constexpr std::array<std::string_view, 3> colormapNames{"blues", "viridis", "cividis"};
constexpr std::array<std::string_view, 2> compareNames{"bars", "matrices"};
constexpr std::array<std::string_view, 2> patchNames{"smooth", "grid"};
constexpr std::array<std::string_view, 5> segmentNames{"all", "a-a", "a-b", "b-a", "b-b"};
constexpr std::array<std::string_view, 9> panelNames{
    "overview", "bars", "matrix", "evolution", "flow", "heads", "compare", "image", "faithfulness"};
constexpr std::array<std::string_view, 5> sourceNames{"none", "sample", "url", "gist", "local"};
constexpr std::array<std::string_view, 3> messageNames{"error", "warning", "note"};
constexpr std::array<std::string_view, 3> kindNames{"self", "causal", "encoder-decoder"};

template <class Choice>
std::optional<Choice> find(const auto& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Choice>(found - names.begin());
}

std::string_view pick(const auto& names, auto value) {
    return names[static_cast<std::size_t>(value)];
}

}  // namespace

std::string_view nameOf(Side value) { return pick(sideNames, value); }
std::string_view nameOf(OutputMode value) { return pick(outputNames, value); }
std::string_view nameOf(SortBy value) { return pick(sortNames, value); }
std::string_view nameOf(Colormap value) { return pick(colormapNames, value); }
std::string_view nameOf(CompareForm value) { return pick(compareNames, value); }
std::string_view nameOf(PatchForm value) { return pick(patchNames, value); }
std::string_view nameOf(SegmentFilter value) { return pick(segmentNames, value); }
std::string_view nameOf(Panel value) { return pick(panelNames, value); }
std::string_view nameOf(DataSource::Kind value) { return pick(sourceNames, value); }
std::string_view nameOf(Message::Kind value) { return pick(messageNames, value); }
std::string_view nameOf(AttentionKind value) { return pick(kindNames, value); }

template <>
std::optional<Side> fromName(std::string_view name) {
    return find<Side>(sideNames, name);
}
template <>
std::optional<OutputMode> fromName(std::string_view name) {
    return find<OutputMode>(outputNames, name);
}
template <>
std::optional<SortBy> fromName(std::string_view name) {
    return find<SortBy>(sortNames, name);
}
template <>
std::optional<Colormap> fromName(std::string_view name) {
    return find<Colormap>(colormapNames, name);
}
template <>
std::optional<CompareForm> fromName(std::string_view name) {
    return find<CompareForm>(compareNames, name);
}
template <>
std::optional<PatchForm> fromName(std::string_view name) {
    return find<PatchForm>(patchNames, name);
}
template <>
std::optional<SegmentFilter> fromName(std::string_view name) {
    return find<SegmentFilter>(segmentNames, name);
}
template <>
std::optional<Panel> fromName(std::string_view name) {
    return find<Panel>(panelNames, name);
}
template <>
std::optional<DataSource::Kind> fromName(std::string_view name) {
    return find<DataSource::Kind>(sourceNames, name);
}

}  // namespace hw
