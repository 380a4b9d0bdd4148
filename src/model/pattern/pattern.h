// SPDX-License-Identifier: MIT
// Regular expressions of tokenizer.json, with the meaning that Oniguruma (the library's engine) gives them: classes with
// Unicode properties, alternatives, groups, greedy, lazy and possessive repetition, look-ahead, look-behind of a fixed
// length, (?i). What it does not know it refuses by name.
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

/// One step of the program that a pattern becomes.
struct PatternStep {
    enum class Kind : std::uint8_t {
        set,     ///< one code point of set `a`
        repeat,  ///< `low` to `high` code points of set `a`
        split,   ///< goes on at `a`, and if that fails at `b`
        jump,    ///< goes on at `a`
        ahead,   ///< the steps after it, up to `a`, have to match here (`negated`: must not)
        behind,  ///< the same, `low` code points earlier
        atomic,  ///< the steps after it, up to `a`, without going back into them
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
    /// Errors: notRecognised with the construct that is not known, tooLarge, tooDeep.
    static Result<Pattern> compile(std::string_view pattern);
    /// A text as it is. The empty one matches between all code points, as in the library.
    static Pattern ofText(std::string_view text);

    /// All matches from left to right, none in another, as the library's find_iter. False once the budget is spent: the pattern
    /// backtracks again and again.
    bool findAll(std::string_view text, Budget& budget, std::vector<PatternMatch>& out) const;

    /// Can match without taking a letter.
    bool canBeEmpty() const { return canBeEmpty_; }
    /// Of ofText; 0 if it is not one.
    std::size_t bytesOfText() const { return text_.size(); }

private:
    friend class PatternCompiler;
    std::vector<PatternStep> steps_;
    std::vector<LetterSet> sets_;
    std::string text_;  ///< of ofText; empty: the steps count
    bool canBeEmpty_ = false;
};

}  // namespace hw::model
