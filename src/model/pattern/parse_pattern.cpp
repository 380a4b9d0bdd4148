// SPDX-License-Identifier: MIT
#include "model/pattern/parse_pattern.h"

#include <algorithm>
#include <string>

#include "core/localized_text.h"
#include "model/pattern/parse_class.h"
#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

using NodeKind = PatternNode::Kind;
using NodeGreed = PatternStep::Greed;
using Assertion = PatternStep::Kind;

// Functions that walk the tree recurse once per level.
constexpr int mostDepth = 250;
constexpr int mostNested = 50;  ///< groups, and quantifiers of one atom

std::unexpected<Problem> tooDeep(LocalizedText finding) {
    return std::unexpected(Problem{.code = Code::tooDeep,
                                   .place = "tokenizer.json, pattern",
                                   .finding = finding,
                                   .remedy = "Use a simpler pattern."_tr});
}

class PatternParser {
public:
    explicit PatternParser(std::string_view text) : in_{text} {}

    Result<PatternNode> parse() {
        auto node = alternatives(0, false);
        if (node && !in_.done()) return in_.unknown(")");
        return node;
    }

private:
    static void adopt(PatternNode& parent, PatternNode child) {
        parent.depth = std::max(parent.depth, child.depth + 1);
        parent.children.push_back(std::move(child));
    }

    Result<PatternNode> alternatives(int depth, bool ignoreCase) {
        if (depth > mostNested) return tooDeep("More than 50 nested groups."_tr);
        PatternNode either{.kind = NodeKind::either};
        while (true) {
            auto branch = sequence(depth, ignoreCase);
            if (!branch) return branch;
            adopt(either, std::move(*branch));
            if (!in_.accept("|")) break;
        }
        if (either.children.size() == 1) return std::move(either.children[0]);
        return either;
    }

    Result<PatternNode> sequence(int depth, bool ignoreCase) {
        PatternNode sequence;
        while (!in_.done() && in_.peek() != '|' && in_.peek() != ')') {
            // (?i) without a colon applies up to the end of the group.
            if (in_.accept("(?i)")) {
                ignoreCase = true;
                continue;
            }
            auto item = atom(depth, ignoreCase);
            if (!item) return item;
            auto repeated = quantified(std::move(*item));
            if (!repeated) return repeated;
            adopt(sequence, std::move(*repeated));
        }
        return sequence;
    }

    Result<PatternNode> group(int depth, bool ignoreCase) {
        PatternNode node;
        if (in_.accept("?:")) {
        } else if (in_.accept("?i:")) {
            ignoreCase = true;
        } else if (in_.accept("?-i:")) {
            ignoreCase = false;
        } else if (in_.accept("?=")) {
            node.kind = NodeKind::ahead;
        } else if (in_.accept("?!")) {
            node.kind = NodeKind::ahead;
            node.negated = true;
        } else if (in_.accept("?<=")) {
            node.kind = NodeKind::behind;
        } else if (in_.accept("?<!")) {
            node.kind = NodeKind::behind;
            node.negated = true;
        } else if (in_.accept("?>")) {
            node.kind = NodeKind::atomic;
        } else if (in_.peek() == '?') {
            return in_.unknown("(" + std::string(in_.rest(3)));
        }
        auto inside = alternatives(depth + 1, ignoreCase);
        if (!inside) return inside;
        if (!in_.accept(")")) return in_.unknown("( without )");
        adopt(node, std::move(*inside));
        return node;
    }

    static PatternNode asserted(Assertion step) {
        return {.kind = NodeKind::assertion, .assertion = step};
    }

    Result<PatternNode> atom(int depth, bool ignoreCase) {
        if (in_.accept("(")) return group(depth, ignoreCase);
        if (in_.accept("^")) return asserted(Assertion::lineBegin);
        if (in_.accept("$")) return asserted(Assertion::lineEnd);
        if (in_.accept("\\b")) return asserted(Assertion::wordEdge);
        if (in_.accept("\\B")) return asserted(Assertion::notWordEdge);
        if (in_.accept("\\A")) return asserted(Assertion::textBegin);
        if (in_.accept("\\z")) return asserted(Assertion::textEnd);
        if (in_.accept("\\Z")) return asserted(Assertion::lastLineEnd);
        PatternNode node{.kind = NodeKind::set};
        if (in_.accept(".")) {
            node.set.add('\n', '\n');
            node.set.negate();
        } else if (in_.peek() == '[') {
            auto set = parseClass(in_, 0);
            if (!set) return std::unexpected(set.error());
            node.set = std::move(*set);
        } else if (in_.peek() == '\\') {
            if (auto good = parseEscape(in_, false, node.set); !good)
                return std::unexpected(good.error());
        } else if (in_.peek() == '*' || in_.peek() == '+' || in_.peek() == '?') {
            return in_.unknown(std::string(in_.rest(1)));
        } else {
            const char32_t letter = in_.take();
            node.set.add(letter, letter);
        }
        if (ignoreCase) {
            if (node.set.dependsOnCase()) return in_.unknown("(?i) with letters beyond ASCII");
            node.set.ignoreCase();
        }
        return node;
    }

    /// {n}, {n,}, {n,m}, {,m}. Anything else in braces is text.
    bool braces(std::uint32_t& low, std::uint32_t& high) {
        const PatternText before = in_;
        const auto number = [&](std::uint32_t& value) {
            bool any = false;
            for (value = 0;
                 !in_.done() && in_.peek() >= '0' && in_.peek() <= '9' && value < 100'000;
                 any = true)
                value = value * 10 + (in_.take() - U'0');
            return any;
        };
        in_.take();
        const bool hasLow = number(low);
        high = low;
        bool hasHigh = hasLow;
        if (in_.accept(",")) {
            hasHigh = number(high);
            if (!hasHigh) high = PatternNode::noLimit;
        }
        if ((hasLow || hasHigh) && in_.accept("}")) return true;
        in_ = before;
        return false;
    }

    Result<PatternNode> quantified(PatternNode item) {
        int quantifiers = 0;
        while (!in_.done()) {
            std::uint32_t low = 0;
            std::uint32_t high = PatternNode::noLimit;
            bool hasBraces = false;
            if (in_.accept("*")) {
            } else if (in_.accept("+")) {
                low = 1;
            } else if (in_.accept("?")) {
                high = 1;
            } else if (in_.peek() == '{' && braces(low, high)) {
                hasBraces = true;
            } else {
                return item;
            }
            if (low > high || low > 1000 || (high > 1000 && high != PatternNode::noLimit)) {
                return std::unexpected(Problem{.code = Code::tooLarge,
                                               .place = "tokenizer.json, pattern",
                                               .finding = "A repetition count exceeds 1000."_tr,
                                               .remedy = "Use a simpler pattern."_tr});
            }
            PatternNode repeat{.kind = NodeKind::repeat, .low = low, .high = high};
            if (in_.accept("?")) {
                repeat.greed = NodeGreed::lazy;
            } else if (!hasBraces && in_.accept("+")) {
                repeat.greed = NodeGreed::possessive;
            }
            adopt(repeat, std::move(item));
            item = std::move(repeat);
            if (++quantifiers > mostNested || item.depth > mostDepth)
                return tooDeep("More than 50 nested quantifiers."_tr);
        }
        return item;
    }

    PatternText in_;
};

}  // namespace

Result<PatternNode> parsePattern(std::string_view pattern) {
    return PatternParser(pattern).parse();
}

}  // namespace hw::model
