// SPDX-License-Identifier: MIT
#include "model/circuit/report/pair_template.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/localized_text.h"

namespace hw::circuit {
namespace {

using io::Kind;
using io::NodeId;

constexpr std::size_t mostBlanks = 16;
constexpr std::size_t mostBytes = 64'000'000;

std::unexpected<Problem> bad(Code code, std::string place, std::string finding,
                             std::string remedy = {}) {
    return std::unexpected(Problem{.code = code,
                                   .place = std::move(place),
                                   .finding = std::move(finding),
                                   .remedy = std::move(remedy),
                                   .byte = {}});
}

/// Calls `text` with each part outside braces and `blank` with each name inside. False if a brace is open at the end.
template <class Text, class Blank>
bool eachPart(std::string_view whole, Text text, Blank blank) {
    while (!whole.empty()) {
        const std::size_t open = whole.find('{');
        text(whole.substr(0, open));
        if (open == std::string_view::npos) return true;
        const std::size_t close = whole.find('}', open);
        if (close == std::string_view::npos) return false;
        blank(whole.substr(open + 1, close - open - 1));
        whole.remove_prefix(close + 1);
    }
    return true;
}

}  // namespace

Result<PairTemplate> PairTemplate::of(const io::Tree& tree, io::NodeId entry, std::string place,
                                      std::size_t most) {
    const NodeId node = tree.find(entry, "template");
    place += ".template";
    if (!tree.is(node, Kind::string))
        return bad(Code::badArgument, place, std::string("This must be a text."_tr));
    std::vector<std::pair<std::string_view, std::size_t>> names;  // and how often they occur
    std::size_t bytes = 0;                                        // of a filled text, at most
    const bool isClosed = eachPart(
        tree.string(node), [&](std::string_view part) { bytes += part.size(); },
        [&](std::string_view name) {
            const auto known =
                std::ranges::find(names, name, [](const auto& one) { return one.first; });
            if (known != names.end())
                ++known->second;
            else if (names.size() <= mostBlanks)
                names.emplace_back(name, 1);
        });
    if (!isClosed) return bad(Code::badArgument, place, std::string("A brace is not closed."_tr));
    if (names.size() > mostBlanks)
        return bad(Code::tooLarge, place,
                   formatText("The template has more than {} blanks."_tr, {mostBlanks}));
    PairTemplate made;
    bool differs = false;
    for (const auto& [name, occurrences] : names) {
        Blank blank{.name = std::string(name), .words = {}};
        std::size_t longest = 0;
        const NodeId list = tree.find(entry, name);
        if (tree.is(list, Kind::array)) {
            for (const NodeId word : tree.children(list)) {
                const auto sides = tree.is(word, Kind::array) ? tree.children(word)
                                                              : std::vector<NodeId>{word, word};
                if (sides.size() != 2 || !tree.is(sides[0], Kind::string) ||
                    !tree.is(sides[1], Kind::string))
                    return bad(
                        Code::badArgument, place + ", " + blank.name,
                        std::string(
                            "A word must be a text, or a list of the clean and the corrupt one."_tr));
                Words words{std::string(tree.string(sides[0])), std::string(tree.string(sides[1]))};
                longest = std::max({longest, words.clean.size(), words.corrupt.size()});
                differs = differs || words.clean != words.corrupt;
                blank.words.push_back(std::move(words));
            }
        }
        if (blank.words.empty())
            return bad(Code::badArgument, place,
                       formatText("The blank “{}” has no words."_tr, {name}),
                       std::string("Add a list of words with this name."_tr));
        if (blank.words.size() > most / made.size_)
            return bad(Code::tooLarge, place,
                       formatText("The template makes more than {} pairs."_tr, {most}));
        made.size_ *= blank.words.size();
        bytes += occurrences * longest;
        made.blanks_.push_back(std::move(blank));
    }
    if (bytes > mostBytes / made.size_)
        return bad(
            Code::tooLarge, place,
            formatText("The filled texts have more than {} MB."_tr, {mostBytes / 1'000'000}));
    if (!differs)
        return bad(Code::badArgument, place, std::string("The two texts are always the same."_tr),
                   std::string("Give a word as a list of its clean and its corrupt form."_tr));
    return made;
}

const PairTemplate::Blank* PairTemplate::find(std::string_view name) const {
    const auto found = std::ranges::find(blanks_, name, &Blank::name);
    return found == blanks_.end() ? nullptr : &*found;
}

std::string PairTemplate::filled(std::string_view text, std::size_t combination, Side side) const {
    std::string made;
    const bool isClosed = eachPart(
        text, [&](std::string_view part) { made += part; },
        [&](std::string_view name) {
            const Blank* blank = find(name);
            if (blank == nullptr) {
                made.append("{").append(name).append("}");
                return;
            }
            std::size_t after = 1;
            for (const Blank& one : std::span(blank + 1, blanks_.data() + blanks_.size()))
                after *= one.words.size();
            const Words& words = blank->words[combination / after % blank->words.size()];
            made += side == Side::clean ? words.clean : words.corrupt;
        });
    return isClosed ? made : std::string(text);
}

}  // namespace hw::circuit
