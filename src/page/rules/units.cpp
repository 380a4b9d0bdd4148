// SPDX-License-Identifier: MIT
#include "page/rules/units.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/methods/token_groups.h"
#include "core/tokens/token_text.h"
#include "core/tokens/token_texts.h"
#include "core/tokens/visible_text.h"
#include "page/rules/patch_names.h"

namespace hw {
namespace {

/// Whether spans and the file's words apply to these tokens.
bool isEncoderSide(const AppState& state, bool queries) {
    return hasEncoderQueries(state.view.side) || (state.view.side == Side::cross && !queries);
}

std::vector<int> wordsOf(const AppState& state, bool queries) {
    const auto& tokens = queries ? state.queryTokens() : state.keyTokens();
    const std::vector<int>& given = state.document->current.words;
    const bool isGiven = isEncoderSide(state, queries) && !given.empty();
    const int first = queries ? state.queryCount() : state.firstDecoderKey();
    if (first == static_cast<int>(tokens.size())) return isGiven ? given : wordsFromTokens(tokens);
    const std::span<const std::string> all = tokens;
    std::vector<int> words = isGiven ? given : wordsFromTokens(all.first(first));
    // No word has tokens of both sides.
    int next = words.empty() ? 0 : *std::ranges::max_element(words) + 1;
    next = std::max(next, 0);
    for (const int word : wordsFromTokens(all.subspan(first)))
        words.push_back(word < 0 ? word : next + word);
    return words;
}

/// A number for each token. Tokens with equal numbers are one unit.
std::vector<int> numbersOf(const AppState& state, bool queries) {
    const auto count = queries ? state.queryTokens().size() : state.keyTokens().size();
    std::vector<int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    if (state.view.words) {
        numbers = groupTokens(wordsOf(state, queries), static_cast<int>(count)).groupOf;
    }
    if (state.view.side == Side::cross) return numbers;
    // A span includes whole words.
    std::vector<std::vector<int>> spans = state.view.spans;
    std::erase_if(spans, [&](const std::vector<int>& span) {
        return span.empty() || span.back() >= static_cast<int>(count);
    });
    joinSpans(numbers, spans);
    return numbers;
}

/// The segment that a filter keeps, or -1.
int segmentOf(SegmentFilter filter, bool queries) {
    switch (filter) {
        case SegmentFilter::all: return -1;
        case SegmentFilter::aToA: return 0;
        case SegmentFilter::aToB: return queries ? 0 : 1;
        case SegmentFilter::bToA: return queries ? 1 : 0;
        case SegmentFilter::bToB: return 1;
    }
    return -1;
}

/// The name of a picture's patch. Empty for all other tokens.
std::string patchOf(const AppState& state, bool query, int token) {
    return isEncoderSide(state, query) ? patchName(state.document->current, token) : "";
}

/// Tokens [first, last) in the tokenizer's spelling.
std::string rawText(std::span<const std::string> tokens, int first, int last) {
    std::string text;
    for (int token = first; token < last; ++token) text += withVisibleControls(tokens[token]);
    return text;
}

std::string textOf(const AppState& state, bool queries, const Unit& unit, const TokenTexts& texts) {
    const auto& tokens = queries ? state.queryTokens() : state.keyTokens();
    const bool raw = state.view.rawTokens;
    const auto nameOf = [&](int token) { return raw ? "" : patchOf(state, queries, token); };
    std::string text;
    for (std::size_t i = 0; i < unit.tokens.size();) {
        const int first = unit.tokens[i];
        if (i > 0) text += unit.tokens[i - 1] + 1 == first ? " " : " … ";
        int end = first + 1;
        const std::string patch = nameOf(first);
        for (++i; patch.empty() && i < unit.tokens.size(); ++i, ++end) {
            if (unit.tokens[i] != end || !nameOf(end).empty()) break;
        }
        text += !patch.empty()     ? patch
                : raw              ? rawText(tokens, first, end)
                : end == first + 1 ? texts.shown(first)
                                   : texts.joined(first, end);
    }
    return (queries ? "" : decoderMark(state, unit.token())) +
           withVisibleBlank(std::move(text), emptyName);
}

Units unitsOf(const AppState& state, bool queries, bool withTexts) {
    Units units;
    if (!state.document) return units;
    const auto& tokens = queries ? state.queryTokens() : state.keyTokens();
    const int count = static_cast<int>(tokens.size());
    const TokenGroups groups = groupTokens(numbersOf(state, queries), count);
    units.unitOf = groups.groupOf;
    units.list.resize(groups.count);
    const int segment = hasSegments(state) ? segmentOf(state.view.segments, queries) : -1;
    const std::vector<int>& segments = state.document->current.segments;
    const std::vector<int>& hidden = state.view.hidden;
    for (int token = 0; token < count; ++token) {
        const std::size_t index = token;
        Unit& unit = units.list[units.unitOf[index]];
        unit.tokens.push_back(token);
        const bool outside = segment >= 0 && segments[index] != segment;
        const bool isHidden = !queries && std::binary_search(hidden.begin(), hidden.end(), token);
        if (!outside && !isHidden) unit.shown.push_back(token);
    }
    if (withTexts) nameUnits(state, queries, units.list);
    return units;
}

void fitSpans(std::vector<std::vector<int>>& spans, int count) {
    std::vector<bool> taken(count, false);
    for (std::vector<int>& span : spans) {
        std::stable_sort(span.begin(), span.end());
        std::erase_if(span, [&](int token) {
            if (token < 0 || token >= count || taken[token]) return true;
            taken[token] = true;
            return false;
        });
    }
    std::erase_if(spans, [](const std::vector<int>& span) { return span.size() < 2; });
    std::stable_sort(spans.begin(), spans.end());
}

}  // namespace

std::string Unit::name() const {
    return place == 0 ? text : isolated(text) + " (" + std::to_string(place) + ")";
}

int Units::of(int token) const {
    return token >= 0 && token < static_cast<int>(unitOf.size()) ? unitOf[token] : -1;
}

bool Units::isPlain() const {
    return list.size() == unitOf.size() &&
           std::all_of(list.begin(), list.end(), [](const Unit& unit) { return unit.isShown(); });
}

std::vector<std::string> Units::texts() const {
    std::vector<std::string> texts;
    for (const Unit& unit : list) texts.push_back(unit.text);
    return texts;
}

std::vector<std::string> Units::names() const {
    std::vector<std::string> names;
    for (const Unit& unit : list) names.push_back(unit.name());
    return names;
}

std::vector<int> Units::visible() const {
    std::vector<int> visible;
    for (int i = 0; i < count(); ++i) {
        if (list[i].isShown()) visible.push_back(i);
    }
    return visible;
}

Axis::Axis(const Units& units) {
    for (const Unit& unit : units.list) {
        if (!unit.isShown()) continue;
        tokens.push_back(unit.token());
        labels.push_back(unit.name());
        texts.push_back(unit.text);
        places.push_back(unit.place);
    }
}

int Axis::placeOf(int token) const {
    const auto found = std::find(tokens.begin(), tokens.end(), token);
    return found == tokens.end() ? -1 : static_cast<int>(found - tokens.begin());
}

std::vector<int> Axis::placesOf(const std::vector<int>& wanted) const {
    std::vector<int> places;
    for (const int token : wanted) {
        if (const int place = placeOf(token); place >= 0) places.push_back(place);
    }
    return places;
}

bool isPlain(const ViewState& view) {
    return !view.words && view.spans.empty() && view.hidden.empty() &&
           view.segments == SegmentFilter::all;
}

Units queryUnits(const AppState& state) { return unitsOf(state, true, true); }
Units keyUnits(const AppState& state) { return unitsOf(state, false, true); }
Units namelessUnits(const AppState& state, bool queries) { return unitsOf(state, queries, false); }

std::string decoderMark(const AppState& state, int key) {
    return key >= state.firstDecoderKey() ? "→ " : "";
}

std::string shownToken(const AppState& state, bool query, int token) {
    const std::string patch = patchOf(state, query, token);
    const auto& tokens = query ? state.queryTokens() : state.keyTokens();
    return (query ? "" : decoderMark(state, token)) +
           (patch.empty() ? withVisibleBlank(displayToken(tokens, token), emptyName) : patch);
}

void nameUnits(const AppState& state, bool queries, std::vector<Unit>& list) {
    const auto& tokens = queries ? state.queryTokens() : state.keyTokens();
    const TokenTexts texts(tokens);
    std::unordered_map<std::string_view, int> count;
    for (Unit& unit : list) unit.text = textOf(state, queries, unit, texts);
    for (const Unit& unit : list) ++count[unit.text];
    std::erase_if(count, [](const auto& one) { return one.second == 1; });
    for (auto& [text, place] : count) place = 0;
    for (Unit& unit : list) {
        const auto found = count.find(unit.text);
        unit.place = found == count.end() ? 0 : ++found->second;
    }
}

bool hasWords(const AppState& state) {
    if (!state.document || state.document->current.image) return false;
    for (const bool queries : {true, false}) {
        const auto count =
            static_cast<int>((queries ? state.queryTokens() : state.keyTokens()).size());
        if (groupTokens(wordsOf(state, queries), count).count < count) return true;
    }
    return false;
}

bool hasSegments(const AppState& state) {
    if (!state.document || !hasEncoderQueries(state.view.side)) return false;
    const std::vector<int>& segments = state.document->current.segments;
    const auto has = [&](int segment) {
        return std::find(segments.begin(), segments.end(), segment) != segments.end();
    };
    return segments.size() == state.keyTokens().size() && has(0) && has(1);
}

bool keysAreOutputs(const AppState& state) { return state.view.side != Side::cross; }

void fitUnits(AppState& state) {
    ViewState& view = state.view;
    if (!hasWords(state)) view.words = false;
    if (!hasSegments(state)) view.segments = SegmentFilter::all;
    if (state.document->current.image) view.spans.clear();
    fitSpans(view.spans, std::min(state.queryCount(), state.keyCount()));
    if (isPlain(view)) return;
    const Units units = unitsOf(state, true, false);
    // Words are hidden as a whole.
    const Units keys = unitsOf(state, false, false);
    std::vector<int> hidden;
    for (const int token : view.hidden) {
        const Unit& unit = keys.list[keys.of(token)];
        hidden.insert(hidden.end(), unit.tokens.begin(), unit.tokens.end());
    }
    std::stable_sort(hidden.begin(), hidden.end());
    hidden.erase(std::unique(hidden.begin(), hidden.end()), hidden.end());
    if (static_cast<int>(hidden.size()) < state.keyCount()) view.hidden = std::move(hidden);
    std::vector<int> whole;
    const auto take = [&](const Unit& unit) {
        if (unit.isShown()) whole.insert(whole.end(), unit.tokens.begin(), unit.tokens.end());
    };
    for (const Unit& unit : units.list) {
        const bool chosen = std::any_of(unit.tokens.begin(), unit.tokens.end(), [&](int token) {
            return std::binary_search(view.outputs.begin(), view.outputs.end(), token);
        });
        if (chosen) take(unit);
    }
    const std::vector<int> visible = units.visible();
    if (whole.empty() && !visible.empty()) take(units.list[visible.front()]);
    std::stable_sort(whole.begin(), whole.end());
    if (!whole.empty()) view.outputs = std::move(whole);
}

}  // namespace hw
