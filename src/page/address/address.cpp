// SPDX-License-Identifier: MIT
#include "page/address/address.h"

#include <algorithm>

#include "core/model/setting_fields.h"
#include "core/number_text.h"
#include "io/tree/number_format.h"
#include "page/address/view_fields.h"
#include "page/rules/available.h"
#include "page/rules/compared_views.h"
#include "page/rules/fit_view.h"
#include "protocol/field_text.h"
#include "protocol/open_choices.h"

namespace hw {
namespace {

/// Max length of a link without data, and of one with data, which Chromium supports (docs/link.md).
constexpr std::size_t longest = std::size_t{64} << 10;
constexpr std::size_t longestWithData = std::size_t{2} << 20;
constexpr int newestVersion = 1;

const ShareKey* findKey(std::string_view name) {
    for (const ShareKey& key : shareKeys()) {
        if (key.name == name) return &key;
    }
    return nullptr;
}

std::string shown(std::string_view key, std::string_view value) {
    return io::excerpt(std::string(key) + '=' + std::string(value));
}

void setField(Share& share, std::string_view key, std::string value) {
    for (ShareField& field : share.fields) {
        if (field.key != key) continue;
        field.value = std::move(value);
        return;
    }
    share.fields.push_back({std::string(key), std::move(value)});
}

void takeVersion(Share& share, const std::string& value) {
    const auto version = readInt(value);
    if (!version || *version < 1) {
        share.dropped.push_back(shown("v", value));
        return;
    }
    share.version = *version;
    if (*version > newestVersion) share.dropped.push_back("v=" + numberText(*version));
}

void append(std::string& text, std::string_view key, std::string_view value) {
    if (!text.empty()) text += '&';
    text += fieldText(key, value);
}

constexpr std::string_view secondKey = "second";
constexpr std::string_view secondPrefix = "second-";

/// Whether an address is http or https, or relative to this page. No other scheme is fetched for a second file.
bool isHttp(std::string_view address) {
    const std::size_t colon = address.find_first_of(":/?#");
    if (colon == address.npos || address[colon] != ':') return true;
    const std::string_view scheme = address.substr(0, colon);
    return scheme == "http" || scheme == "https";
}

bool takeSecond(Share& share, std::string_view key, const std::string& value) {
    DataSource& second = share.second;
    if (key != secondKey) {
        key.remove_prefix(secondPrefix.size());
        return isOpenChoice(key) && readOpenChoice(second.options, key, value);
    }
    std::string_view text = value;
    const auto kind = fromName<DataSource::Kind>(takeUntil(text, ':'));
    const bool named = kind == DataSource::Kind::sample || kind == DataSource::Kind::gist;
    if (!named) text = value;
    if (text.empty() || (!named && !isHttp(value))) return false;
    second.kind = named ? *kind : DataSource::Kind::url;
    second.text = text;
    return true;
}

void takePair(Share& share, std::string_view pair) {
    const std::size_t equals = pair.find('=');
    const std::string key = percentDecoded(pair.substr(0, equals));
    std::string value;
    if (equals != std::string_view::npos) value = pair.substr(equals + 1);
    // Forms and many programs encode the spaces of a text as pluses. This program writes a plus as %2B.
    if (isMaker(key)) std::ranges::replace(value, '+', ' ');
    value = percentDecoded(value);
    if (key == "v") {
        takeVersion(share, value);
    } else if (const auto kind = fromName<DataSource::Kind>(key);
               kind && *kind != DataSource::Kind::none && !value.empty()) {
        share.source.kind = *kind;
        share.source.text = std::move(value);
    } else if (key == secondKey || key.starts_with(secondPrefix)) {
        if (!takeSecond(share, key, value)) share.dropped.push_back(shown(key, value));
    } else if (isOpenChoice(key)) {
        if (!readOpenChoice(share.source.options, key, value))
            share.dropped.push_back(shown(key, value));
        share.choices.push_back({key, std::move(value)});
    } else if (equals != std::string_view::npos &&
               (key == "example" || isMaker(key) || findKey(key) != nullptr)) {
        setField(share, key, std::move(value));
    } else {
        share.dropped.push_back(equals == std::string_view::npos ? io::excerpt(key)
                                                                 : shown(key, value));
    }
}

}  // namespace

bool isLinkable(const DataSource& source) {
    return source.kind == DataSource::Kind::sample || source.kind == DataSource::Kind::gist ||
           (source.kind == DataSource::Kind::url && isHttp(source.text));
}

const std::string* Share::find(std::string_view key) const {
    for (const ShareField& field : fields) {
        if (field.key == key) return &field.value;
    }
    return nullptr;
}

Share parseShare(std::string_view text) {
    Share share;
    if (!text.empty() && (text.front() == '#' || text.front() == '?')) text.remove_prefix(1);
    const bool holdsData =
        text.starts_with("data=") || text.find("&data=") != std::string_view::npos;
    const std::size_t room = holdsData ? longestWithData : longest;
    if (text.size() > room) {
        text = text.substr(0, room);
        share.dropped.push_back(holdsData ? "everything beyond 2 MB"_tr
                                          : "everything beyond 64 KB"_tr);
    }
    while (!text.empty()) {
        const std::size_t end = text.find('&');
        const std::string_view pair = text.substr(0, end);
        if (!pair.empty()) takePair(share, pair);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return share;
}

std::string fieldsText(const Share& share) {
    std::string text;
    for (const ShareField& field : share.fields) append(text, field.key, field.value);
    return text;
}

AppliedShare applyShare(const Share& share, const ViewState& view, const DocumentSummary& document,
                        const std::optional<DocumentSummary>& earlier) {
    AppState trial;
    trial.document = document;
    trial.earlier = earlier;
    trial.view = view;
    AppliedShare applied;
    // In the table's order, because other fields depend on the side, and single settings change the preset.
    for (const ShareKey& key : shareKeys()) {
        const std::string* value = share.find(key.name);
        if (value != nullptr && !key.read(trial, *value)) {
            applied.dropped.push_back(shown(key.name, *value));
        }
    }
    fitView(trial);
    // In old links the views next to the flow view had their own method, which these views cannot show now.
    const std::string* method = share.find("method");
    const auto named = method != nullptr ? fromName<Method>(*method) : std::nullopt;
    if (named && *named != trial.view.method && !trial.view.panes.columns.empty() &&
        isAvailable(document.current, trial.view.side, *named)) {
        applied.dropped.push_back(shown("method", *method));
    }
    applied.view = std::move(trial.view);
    return applied;
}

std::string linkedSecond(const AppState& state) {
    const DataSource& second = state.openings.earlierSource;
    if (!usesEarlier(state) || !isLinkable(second)) return "";
    const bool isAddress = second.kind == DataSource::Kind::url;
    const std::string before = isAddress ? "" : std::string(nameOf(second.kind)) + ':';
    std::string text = fieldText(secondKey, before + second.text);
    const std::string choices = openChoicesText(second.options);
    for (std::string_view rest = choices; !rest.empty();)
        text += '&' + std::string(secondPrefix) + std::string(takeUntil(rest, '&'));
    return text;
}

std::string writeShare(const AppState& state) {
    std::string text;
    append(text, "v", numberText(newestVersion));
    // Data are long, so all fields that people may want to read precede them.
    const bool holdsData = state.source.kind == DataSource::Kind::data;
    if (state.source.kind != DataSource::Kind::none) {
        if (!holdsData) append(text, nameOf(state.source.kind), state.source.text);
        if (const std::string choices = openChoicesText(state.source.options); !choices.empty())
            text += '&' + choices;
    }
    const std::string second = linkedSecond(state);
    const bool alone =
        state.source.kind == DataSource::Kind::none || state.source.kind == DataSource::Kind::local;
    if (!alone && !second.empty()) text += '&' + second;
    const ViewState& view = state.view;
    if (state.document && !view.recipe.isEmpty())
        append(text, view.recipe.maker, view.recipe.text);
    else if (state.document && view.example != 0)
        append(text, "example", numberText(view.example));
    for (const ShareKey& key : state.document ? shareKeys() : std::span<const ShareKey>()) {
        if (const auto value = key.write(state)) append(text, key.name, *value);
    }
    if (holdsData) append(text, nameOf(state.source.kind), state.source.text);
    return text;
}

namespace {
/// Removes the columns of the compare view whose data are gone.
template <class Test>
void dropColumns(ViewState& view, Test isGone) {
    const std::size_t before = view.compared.size();
    std::erase_if(view.compared, isGone);
    if (view.compared.size() != before) view.difference = {};
    if (view.compared.size() < 2) view.compared.clear();
}
}  // namespace

std::string writeLink(const AppState& state, std::string data, bool fused) {
    AppState linked = state;
    linked.source = {DataSource::Kind::data, std::move(data), {}};
    ViewState& view = linked.view;
    std::erase_if(view.notes, [&](const Note& note) { return note.example != view.example; });
    for (Note& note : view.notes) note.example = 0;
    view.example = 0;  // the link contains only this one
    view.recipe = {};
    if (isOfModel(view.panel)) view.panel = Panel::bars;  // the link contains no model
    if (fused) view.settings = withoutHeadSettings(view.settings);
    const bool linkable = isLinkable(state.openings.earlierSource);
    if (!linkable) view.bothFiles = false;
    dropColumns(view, [&](const ComparedView& column) {
        return column.earlierFile ? !linkable
                                  : column.example.has_value() || !column.recipe.isEmpty();
    });
    return writeShare(linked);
}

std::string writeView(const AppState& state) {
    AppState saved = state;
    saved.source = {};
    saved.view.lesson.clear();
    if (!saved.view.recipe.isEmpty()) {  // only this example is saved
        saved.view.recipe = {};
        saved.view.example = 0;
    }
    saved.view.present = false;
    saved.view.dataSet.clear();
    saved.view.bothFiles = false;
    dropColumns(saved.view, [](const ComparedView& column) { return column.earlierFile; });
    return writeShare(saved);
}

std::string fieldText(std::string_view key, std::string_view value) {
    return std::string(key) + '=' + percentEncoded(value);
}

std::string layersText(const std::vector<int>& layers) {
    std::vector<int> counted = layers;
    for (int& layer : counted) ++layer;
    return listText(counted);
}

namespace {
template <class Number>
std::string commaList(const std::vector<Number>& numbers) {
    std::string text;
    for (const Number number : numbers) {
        if (!text.empty()) text += ',';
        text += numberText(number);
    }
    return text;
}
}  // namespace

std::string listText(const std::vector<int>& numbers) { return commaList(numbers); }
std::string listText(const std::vector<double>& numbers) { return commaList(numbers); }

std::string spansText(const std::vector<std::vector<int>>& spans) {
    std::string text;
    for (const std::vector<int>& span : spans) text += (text.empty() ? "" : "/") + listText(span);
    return text;
}

}  // namespace hw
