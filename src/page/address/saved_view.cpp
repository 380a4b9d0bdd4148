// SPDX-License-Identifier: MIT
#include "page/address/saved_view.h"

#include <algorithm>
#include <array>

#include "page/state/openings.h"
#include "protocol/field_text.h"

namespace hw {
namespace {

constexpr std::array<std::string_view, 4> leadElsewhere{"lesson", "step", "dataset", "row"};

bool namesData(std::string_view key) {
    return fromName<DataSource::Kind>(key) || key == "second" || key.starts_with("second-");
}

void append(std::string& text, std::string_view pair) {
    if (!text.empty()) text += '&';
    text += pair;
}

}  // namespace

SavedView takeApart(std::string_view saved) {
    SavedView parts;
    if (!saved.empty() && (saved.front() == '#' || saved.front() == '?')) saved.remove_prefix(1);
    while (!saved.empty()) {
        const std::string_view pair = takeUntil(saved, '&');
        const std::string key = percentDecoded(pair.substr(0, pair.find('=')));
        if (pair.empty() || namesData(key)) continue;
        const bool leads = std::ranges::find(leadElsewhere, key) != leadElsewhere.end();
        append(leads ? parts.elsewhere : parts.view, pair);
    }
    return parts;
}

}  // namespace hw
