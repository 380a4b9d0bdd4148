// SPDX-License-Identifier: MIT
// One word for each choice of a view, for links, the mirror and the API. Continues
// core/setting_names.h.
#pragma once

#include <string_view>

#include "app/app_state.h"
#include "core/setting_names.h"

namespace hw {

std::string_view nameOf(Side value);              ///< encoder decoder cross
std::string_view nameOf(OutputMode value);        ///< chosen mean max
std::string_view nameOf(SortBy value);            ///< position score
std::string_view nameOf(Colormap value);          ///< blues viridis cividis
std::string_view nameOf(CompareForm value);       ///< bars matrices
std::string_view nameOf(PatchForm value);         ///< smooth grid
std::string_view nameOf(SegmentFilter value);     ///< all a-a a-b b-a b-b
std::string_view nameOf(Panel value);             ///< overview bars matrix evolution ...
std::string_view nameOf(DataSource::Kind value);  ///< none sample url gist local
std::string_view nameOf(Message::Kind value);     ///< error warning note
std::string_view nameOf(AttentionKind value);     ///< self causal encoder-decoder

template <>
std::optional<Side> fromName(std::string_view name);
template <>
std::optional<OutputMode> fromName(std::string_view name);
template <>
std::optional<SortBy> fromName(std::string_view name);
template <>
std::optional<Colormap> fromName(std::string_view name);
template <>
std::optional<CompareForm> fromName(std::string_view name);
template <>
std::optional<PatchForm> fromName(std::string_view name);
template <>
std::optional<SegmentFilter> fromName(std::string_view name);
template <>
std::optional<Panel> fromName(std::string_view name);
template <>
std::optional<DataSource::Kind> fromName(std::string_view name);

}  // namespace hw
