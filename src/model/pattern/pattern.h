// SPDX-License-Identifier: MIT
// Regular expressions of tokenizer.json, with their meaning in Oniguruma (the library's engine): classes with Unicode
// properties, alternatives, groups, greedy, lazy and possessive repetition, look-ahead, look-behind of a fixed length,
// (?i). Unsupported constructs are rejected by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/pattern/budget.h"
#include "model/pattern/letter_set.h"

namespace hw::model {

struct PatternMatch {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// One step of a compiled pattern.
struct PatternStep {
    enum class Kind : std::uint8_t {
        set,     ///< one code point of set `a`
        repeat,  ///< `low` to `high` code points of set `a`
        split,   ///< continues at `a`, and if that fails at `b`
        jump,    ///< continues at `a`
        ahead,   ///< the steps after it, up to `a`, have to match here (`negated`: must not)
        behind,  ///< the same, `low` code points earlier
        atomic,  ///< the steps after it, up to `a`, without backtracking into them
        lineBegin,
        lineEnd,
        textBegin,
        textEnd,
        lastLineEnd,
        wordEdge,
        notWordEdge,
        done
    };
    enum class Greed : std::uint8_t { greedy, lazy, possessive };
    Kind kind = Kind::done;
    Greed greed = Greed::greedy;
    bool negated = false;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t low = 0;
    std::uint32_t high = 0;
};

class Pattern {
public:
    /// Errors: notRecognised with an unsupported construct, tooLarge, tooDeep.
    static Result<Pattern> compile(std::string_view pattern);
    /// Matches the text literally. The empty one matches between all code points, as in the library.
    static Pattern ofText(std::string_view text);

    /// All matches from left to right, without overlaps, as in the library's find_iter. Returns false if backtracking
    /// exceeds the budget.
    bool findAll(std::string_view text, Budget& budget, std::vector<PatternMatch>& out) const;

    /// Whether it can match the empty text.
    bool canBeEmpty() const { return canBeEmpty_; }
    /// For ofText; 0 for other patterns.
    std::size_t bytesOfText() const { return text_.size(); }

private:
    friend class PatternCompiler;
    std::vector<PatternStep> steps_;
    std::vector<LetterSet> sets_;
    std::string text_;  ///< for ofText; empty if steps are used
    bool canBeEmpty_ = false;
};

}  // namespace hw::model
