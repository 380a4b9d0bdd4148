// SPDX-License-Identifier: MIT
#include "io/meaning/patch_grids.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace hw::io {
namespace {

constexpr int before[] = {1, 2, 5, 0, 9};
constexpr int fewest = 4;  ///< patches
constexpr std::size_t most = 6;
constexpr double closeTo = 0.077;  ///< log 1.08
constexpr double oblong = 0.22;    ///< log 1.25

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Removes a number between 1 and 9999 from the front. 0 if there is none.
int takeNumber(std::string_view& text) {
    int number = 0;
    std::size_t digits = 0;
    while (digits < text.size() && digits < 4 && isDigit(text[digits]))
        number = 10 * number + (text[digits++] - '0');
    text.remove_prefix(digits);
    return number;
}

bool take(std::string_view& text, char wanted) {
    if (text.empty() || text.front() != wanted) return false;
    text.remove_prefix(1);
    return true;
}

/// "name12", "name_12", with nothing after it.
bool isNumbered(std::string_view text, std::string_view name) {
    if (!text.starts_with(name)) return false;
    text.remove_prefix(name.size());
    if (!text.empty() && (text.front() == '_' || text.front() == ' ')) text.remove_prefix(1);
    return !text.empty() && std::ranges::all_of(text, isDigit);
}

/// "r3c12".
bool isPlace(std::string_view text) {
    const std::size_t column = text.find('c');
    return column != std::string_view::npos && isNumbered(text.substr(0, column), "r") &&
           isNumbered(text.substr(column), "c");
}

bool isPlaceholder(std::string_view text) {
    if (text.size() < 5 || (text.front() != '<' && text.front() != '[')) return false;
    std::string lower(text.substr(0, 40));
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    for (const std::string_view word : {"image", "img", "patch", "video"}) {
        if (lower.find(word) != std::string::npos) return true;
    }
    return false;
}

/// The grid of this many patches with the nearest shape, at least two each way and not square. 0 rows if none is near.
PatchGrid closestGrid(int patches, double aspect) {
    PatchGrid best;
    double closest = closeTo;
    for (int a = 2; a * a < patches; ++a) {
        if (patches % a != 0) continue;
        for (const int rows : {a, patches / a}) {
            const int cols = patches / rows;
            const double off = std::abs(std::log(static_cast<double>(cols) / rows / aspect));
            if (off > closest) continue;
            closest = off;
            best = {rows, cols, 0};
        }
    }
    return best;
}

enum class TokenKind { other, named, placeholder };

TokenKind tokenKindOf(std::string_view token) {
    if (isPlace(token) || isNumbered(token, "patch") || isNumbered(token, "p"))
        return TokenKind::named;
    return isPlaceholder(token) ? TokenKind::placeholder : TokenKind::other;
}

}  // namespace

std::optional<FrameGrid> readFrameGrid(std::string_view text, int tokens) {
    int sizes[3] = {0, 0, 0};
    int count = 0;
    do {
        if (count == 3 || (sizes[count++] = takeNumber(text)) < 1) return {};
    } while (take(text, 'x'));
    if (count < 2) return {};
    FrameGrid given;
    if (count == 3) given.frames = sizes[0];
    given.grid.rows = sizes[count - 2];
    given.grid.cols = sizes[count - 1];
    const long long patches =
        static_cast<long long>(given.grid.rows) * given.grid.cols * given.frames;
    if (patches > tokens) return {};
    given.grid.firstPatchToken = tokens - static_cast<int>(patches);
    if (take(text, '@')) {
        if (text.empty() || !isDigit(text.front())) return {};
        const int first = takeNumber(text);
        if (first > given.grid.firstPatchToken) return {};
        given.grid.firstPatchToken = first;
    }
    if (!text.empty()) return {};
    return given;
}

std::vector<PatchGrid> patchGrids(int tokens, double aspect) {
    std::vector<PatchGrid> grids;
    std::vector<PatchGrid> plain;  // squares of models without a class token
    std::vector<PatchGrid> shaped;
    for (const int first : before) {
        const int patches = tokens - first;
        if (patches < std::max(fewest, 3 * first)) continue;
        const int side = static_cast<int>(std::lround(std::sqrt(patches)));
        if (side * side == patches) (first == 0 ? plain : grids).push_back({side, side, first});
        const PatchGrid grid = aspect > 0 ? closestGrid(patches, aspect) : PatchGrid{};
        if (grid.rows > 0) shaped.push_back({grid.rows, grid.cols, first});
    }
    const bool isOblong = std::abs(std::log(aspect > 0 ? aspect : 1)) > oblong;
    for (const auto* list : {isOblong ? &shaped : &plain, isOblong ? &plain : &shaped})
        grids.insert(grids.end(), list->begin(), list->end());
    if (grids.size() > most) grids.resize(most);
    return grids;
}

std::vector<PatchRun> patchRuns(const std::vector<std::string>& tokens) {
    std::vector<PatchRun> runs;
    const int count = static_cast<int>(tokens.size());
    int at = 0;
    while (at < count) {
        const TokenKind kind = tokenKindOf(tokens[at]);
        int end = at + 1;
        // Placeholders must be the same, since "<img>" opens the patches of "<image>".
        const auto isNextPatch = [&] {
            return kind == TokenKind::placeholder ? tokens[end] == tokens[at]
                                                  : tokenKindOf(tokens[end]) == kind;
        };
        while (kind != TokenKind::other && end < count && isNextPatch()) ++end;
        if (end - at >= fewest) runs.push_back({at, end - at});
        at = end;
    }
    return runs;
}

std::vector<std::string> namesBefore(int tokens) {
    std::vector<std::string> names;
    if (tokens > 0) names.emplace_back("[CLS]");
    if (tokens == 2) names.emplace_back("[DIST]");
    for (int i = 1; tokens > 2 && i < tokens; ++i)
        names.push_back("[REG" + std::to_string(i) + "]");
    return names;
}

}  // namespace hw::io
