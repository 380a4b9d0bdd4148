// SPDX-License-Identifier: MIT
// Copies activations from one text's run into another's.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/localized_text.h"
#include "core/refusal.h"
#include "io/json/number.h"
#include "model/ask/patching.h"
#include "model/service/question_parts.h"
#include "model/service/run_json.h"

namespace hw::service {
namespace {

/// The position of each id of the changed text in the clean one, by a longest common subsequence. Positions between two
/// matches correspond one by one if both texts have the same number there. -1: none.
std::vector<int> alignIds(const std::vector<int>& changed, const std::vector<int>& clean) {
    if (changed.size() == clean.size())
        return model::alignByPlace(static_cast<int>(changed.size()),
                                   static_cast<int>(clean.size()));
    const std::size_t n = changed.size();
    const std::size_t m = clean.size();
    // longest[i][j] is the length of the longest common part of the texts from i and from j on.
    std::vector<std::vector<int>> longest(n + 1, std::vector<int>(m + 1, 0));
    for (std::size_t i = n; i-- > 0;)
        for (std::size_t j = m; j-- > 0;)
            longest[i][j] = changed[i] == clean[j] ? longest[i + 1][j + 1] + 1
                                                   : std::max(longest[i + 1][j], longest[i][j + 1]);
    std::vector<int> aligned(n, -1);
    std::size_t gapFrom = 0;
    std::size_t gapTo = 0;
    const auto close = [&](std::size_t i, std::size_t j) {
        if (i - gapFrom == j - gapTo)
            for (std::size_t k = 0; gapFrom + k < i; ++k)
                aligned[gapFrom + k] = static_cast<int>(gapTo + k);
    };
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
        if (changed[i] == clean[j]) {
            close(i, j);
            aligned[i] = static_cast<int>(j);
            gapFrom = ++i;
            gapTo = ++j;
        } else if (longest[i + 1][j] >= longest[i][j + 1]) {
            ++i;
        } else {
            ++j;
        }
    }
    close(n, m);
    return aligned;
}

/// alignIds with the user's corrections: pieces "a3:5" (token 3 here is token 5 there), "a3:-" (no counterpart).
Result<std::vector<int>> aligned(const model::Run& changed, const model::Run& clean,
                                 const std::vector<std::string_view>& byHand) {
    std::vector<int> pairs = alignIds(changed.trace.texts[0].ids, clean.trace.texts[0].ids);
    for (const std::string_view piece : byHand) {
        const std::size_t colon = std::min(piece.find(':'), piece.size());
        const int here = numberIn(piece.substr(0, colon));
        const std::string_view to = piece.substr(std::min(colon + 1, piece.size()));
        const int there = to == "-" ? -1 : numberIn(to);
        const bool isThere = here >= 0 && here < changed.tokens() && there < clean.tokens();
        if (!isThere || (there < 0 && to != "-"))
            return refusal(
                Code::badArgument, "swap",
                formatText("“{}” is not a valid token pair."_tr, {"a" + std::string(piece)}));
        pairs[here] = there;
    }
    return pairs;
}

/// Separated by semicolons: places to swap, with an `a` in front tokens that correspond, and with an `x` the strength.
struct SwapText {
    std::vector<model::SwapPlace> places;
    std::vector<std::string_view> byHand;
    std::string_view strength = "1";
};

SwapText readSwaps(std::string_view text) {
    SwapText read;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        const std::string_view piece = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (piece.starts_with('a')) {
            read.byHand.push_back(piece.substr(1));
            continue;
        }
        if (piece.starts_with('x')) {
            read.strength = piece.substr(1);
            continue;
        }
        const std::size_t colon = std::min(piece.find(':'), piece.size());
        // Older links have "h2:1", whose layers count from 0.
        const bool isOlder = piece.starts_with('h');
        const bool isHead = isOlder || piece.starts_with('H');
        const bool isWhole = (isHead || piece.starts_with('s')) && colon < piece.size();
        const int firstLayer = isHead && !isOlder ? 1 : 0;
        read.places.push_back({isHead,
                               isWhole ? numberIn(piece.substr(1, colon - 1)) - firstLayer : -1,
                               isWhole ? numberIn(piece.substr(colon + 1)) : -1});
    }
    return read;
}

constexpr double mostStrength = 10;

/// Moves the values on from their own run: own + strength (value - own).
Result<void> strengthen(std::vector<model::Patch>& patches, const std::vector<model::Patch>& own,
                        std::string_view text) {
    io::Decimal decimal;
    const double strength =
        io::readDecimal(text, decimal) ? io::toDouble(decimal, text) : 2 * mostStrength;
    if (!(std::abs(strength) <= mostStrength))
        return refusal(
            Code::badArgument, "swap",
            formatText("“x{}” is no strength from -{} to {}."_tr,
                       {text, static_cast<int>(mostStrength), static_cast<int>(mostStrength)}));
    for (std::size_t i = 0; i < patches.size(); ++i)
        for (std::size_t k = 0; k < patches[i].values.size(); ++k) {
            const double from = own[i].values[k];
            patches[i].values[k] =
                static_cast<float>(from + strength * (patches[i].values[k] - from));
        }
    return {};
}

std::vector<std::string> tokensOf(const model::Session& session, const model::Run& run) {
    std::vector<std::string> names;
    for (int token = 0; token < run.tokens(); ++token)
        names.push_back(shownToken(session, run, token));
    return names;
}

/// The other text's run: a message if this one is, or with the same decoder input.
Result<model::Run> otherRun(const model::Session& session, const model::Run& base,
                            std::string_view text, std::optional<std::string_view> pair) {
    if (base.output) return session.behind(text, base);
    return base.isMessage ? session.runMessage(text, base.before) : session.run(text, pair);
}

}  // namespace

Result<void> addSwaps(const model::Session& session, const model::Run& base, std::string_view clean,
                      std::string_view places, model::Edits& edits) {
    const SwapText read = readSwaps(places);
    const auto run = otherRun(session, base, clean, {});
    if (!run) return std::unexpected(run.error());
    const auto pairs = aligned(base, *run, read.byHand);
    if (!pairs) return std::unexpected(pairs.error());
    auto patches = model::patchesOf(session.network(), run->trace, base.trace, *pairs, read.places);
    if (!patches) return std::unexpected(std::move(patches.error()));
    if (read.strength != "1") {
        // The same places of this text's own run. Tokens without a counterpart have no patch in either.
        std::vector<int> same(pairs->size());
        for (std::size_t i = 0; i < same.size(); ++i)
            same[i] = (*pairs)[i] < 0 ? -1 : static_cast<int>(i);
        const auto own =
            model::patchesOf(session.network(), base.trace, base.trace, same, read.places);
        if (!own) return std::unexpected(own.error());
        if (auto good = strengthen(*patches, *own, read.strength); !good) return good;
    }
    edits.patches = std::move(*patches);
    return {};
}

Result<std::string> swapAnswer(const RunQuestion& asked) {
    const model::Session& session = asked.session;
    const bool isOfHeads = asked.arguments.text("what") == "heads";
    if (asked.target.isSeveral())
        return refusal(Code::badArgument, "target", "The word has several tokens."_tr,
                       "Ask about one of its tokens."_tr);
    const std::string second = asked.arguments.text("pair");
    const auto pair =
        asked.arguments.has("pair") ? std::optional<std::string_view>(second) : std::nullopt;
    const auto clean = otherRun(session, asked.base, asked.arguments.text("text"), pair);
    if (!clean) return std::unexpected(clean.error());
    if (session.facts().task() == model::Task::maskedWord && session.usualPosition(*clean) < 0)
        return refusal(Code::badArgument, "model", "The other text has no masked word."_tr,
                       "Add one."_tr);
    const std::string byHand = asked.arguments.text("aligned");
    const auto pairs = aligned(asked.base, *clean, readSwaps(byHand).byHand);
    if (!pairs) return std::unexpected(pairs.error());
    model::Target target = asked.target;
    if (asked.isUsual && !asked.base.output) {
        // The other text's answer, against this one's.
        const auto there = session.top(*clean, session.usualPosition(*clean), 1);
        const auto here = session.top(asked.base, session.usualPosition(asked.base), 1);
        if (!there.empty() && !here.empty() && there[0].index != here[0].index) {
            target.index = there[0].index;
            target.minus = here[0].index;
        }
    }
    const auto patch = isOfHeads ? model::patchHeads : model::patchStreams;
    auto grid = patch(session.subject(*clean), asked.subject(), *pairs, target, asked.progress, {});
    if (!grid) return std::unexpected(std::move(grid.error()));
    std::vector<double> recovered;
    for (std::size_t at = 0; at < grid->values.size(); ++at)
        recovered.push_back(grid->recovered(at));
    JsonWriter json;
    json.beginObject().field("rows", grid->rows).field("columns", grid->columns);
    json.key("question").beginObject();
    writeTarget(json, session, asked.base, target, {});
    json.endObject()
        .field("target", asked.isUsual && target.minus >= 0 && !asked.base.output
                             ? std::to_string(target.index) + "-" + std::to_string(target.minus)
                             : std::string())
        .field("clean", grid->clean)
        .field("changed", grid->changed)
        .array("tokens", tokensOf(session, asked.base))
        .array("cleanTokens", tokensOf(session, *clean))
        .array("aligned", *pairs)
        .array("values", grid->values)
        .array("predicted", grid->predicted)
        .array("recovered", recovered);
    return json.endObject().take();
}

}  // namespace hw::service
