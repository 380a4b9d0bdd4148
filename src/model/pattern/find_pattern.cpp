// SPDX-License-Identifier: MIT
// Runs a compiled pattern, with a stack for backtracking.
#include <optional>

#include "model/pattern/pattern.h"
#include "model/unicode/code_points.h"
#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

using RunKind = PatternStep::Kind;
using RunGreed = PatternStep::Greed;

class PatternRun {
public:
    PatternRun(const std::vector<PatternStep>& steps, const std::vector<LetterSet>& sets,
               std::string_view text, Budget& budget)
        : steps_(steps), sets_(sets), text_(text), budget_(budget) {}

    /// The end of a match of the steps from `step` on at `at`, if there is one.
    std::optional<std::size_t> match(std::uint32_t step, std::size_t at) {
        const std::size_t base = stack_.size();
        while (budget_.spend(1)) {
            const PatternStep& now = steps_[step];
            if (now.kind == RunKind::done) {
                stack_.resize(base);
                return at;
            }
            if (advance(now, step, at)) continue;
            if (!goBack(base, step, at)) return std::nullopt;
        }
        stack_.resize(base);
        return std::nullopt;
    }

private:
    static constexpr std::size_t mostBacks = 100'000;
    /// Where to continue after a failure. If `low` < `at`, a repetition may give back code points down to `low`. If
    /// `low` > `at`, a lazy one may take up to `left` more.
    struct Back {
        std::uint32_t step;
        std::uint32_t set;
        std::size_t at;
        std::size_t low;
        std::uint32_t left;
        bool takesMore;
    };

    bool advance(const PatternStep& now, std::uint32_t& step, std::size_t& at) {
        switch (now.kind) {
            case RunKind::set:
                if (at >= text_.size() || !sets_[now.a].has(letterAt(text_, at))) return false;
                at += sizeOfLetter(text_[at]);
                ++step;
                return true;
            case RunKind::repeat: return repeat(now, step, at);
            case RunKind::split:
                push({now.b, 0, at, at, 0, false});
                step = now.a;
                return true;
            case RunKind::jump: step = now.a; return true;
            case RunKind::ahead:
                if (match(step + 1, at).has_value() == now.negated) return false;
                step = now.a;
                return true;
            case RunKind::behind: {
                std::size_t from = at;
                std::uint32_t count = 0;
                for (; count < now.low && from > 0; ++count) from = letterBefore(text_, from);
                budget_.spend(count);
                if ((count == now.low && match(step + 1, from).has_value()) == now.negated)
                    return false;
                step = now.a;
                return true;
            }
            case RunKind::atomic: {
                const auto end = match(step + 1, at);
                if (!end) return false;
                at = *end;
                step = now.a;
                return true;
            }
            default:
                if (!isAsserted(now.kind, at)) return false;
                ++step;
                return true;
        }
    }

    /// A stack larger than the text counts as too many steps.
    void push(const Back& back) {
        if (stack_.size() < mostBacks + 4 * text_.size()) {
            stack_.push_back(back);
        } else {
            budget_.overflow();
        }
    }

    bool repeat(const PatternStep& now, std::uint32_t& step, std::size_t& at) {
        const LetterSet& set = sets_[now.a];
        const std::uint32_t most = now.greed == RunGreed::lazy ? now.low : now.high;
        std::size_t low = at;
        std::uint32_t count = 0;
        const std::size_t begin = at;
        for (; count < most && at < text_.size(); ++count) {
            if (count == now.low) low = at;
            if (!set.has(letterAt(text_, at))) break;
            at += sizeOfLetter(text_[at]);
        }
        budget_.spend((at - begin) / 4);
        if (count < now.low) return false;
        if (count == now.low) low = at;
        ++step;
        if (now.greed == RunGreed::greedy && low < at) push({step, now.a, at, low, 0, false});
        if (now.greed == RunGreed::lazy && now.high > now.low)
            push({step, now.a, at, at, now.high - now.low, true});
        return true;
    }

    bool goBack(std::size_t base, std::uint32_t& step, std::size_t& at) {
        while (stack_.size() > base) {
            Back& back = stack_.back();
            step = back.step;
            if (back.takesMore) {
                if (back.left == 0 || back.at >= text_.size() ||
                    !sets_[back.set].has(letterAt(text_, back.at))) {
                    stack_.pop_back();
                    continue;
                }
                back.at += sizeOfLetter(text_[back.at]);
                --back.left;
                at = back.at;
                return true;
            }
            if (back.low == back.at) {
                at = back.at;
                stack_.pop_back();
                return true;
            }
            back.at = letterBefore(text_, back.at);
            at = back.at;
            if (back.at <= back.low) stack_.pop_back();
            return true;
        }
        return false;
    }

    bool isAsserted(RunKind kind, std::size_t at) const {
        const std::size_t size = text_.size();
        switch (kind) {
            case RunKind::lineBegin: return at == 0 || (text_[at - 1] == '\n' && at < size);
            case RunKind::lineEnd: return at == size || text_[at] == '\n';
            case RunKind::textBegin: return at == 0;
            case RunKind::textEnd: return at == size;
            case RunKind::lastLineEnd: return at == size || (at + 1 == size && text_[at] == '\n');
            default: {
                const auto isWord = [&](std::size_t i) {
                    return aboutCodePoint(letterAt(text_, i)).isPatternWord();
                };
                const bool before = at > 0 && isWord(letterBefore(text_, at));
                const bool after = at < size && isWord(at);
                return (before != after) == (kind == RunKind::wordEdge);
            }
        }
    }

    const std::vector<PatternStep>& steps_;
    const std::vector<LetterSet>& sets_;
    std::string_view text_;
    Budget& budget_;
    std::vector<Back> stack_;
};

void findText(std::string_view text, std::string_view wanted, std::vector<PatternMatch>& out) {
    for (std::size_t at = text.find(wanted); at != std::string_view::npos;
         at = text.find(wanted, at + wanted.size()))
        out.push_back({at, at + wanted.size()});
}

}  // namespace

bool Pattern::findAll(std::string_view text, Budget& budget, std::vector<PatternMatch>& out) const {
    if (!text_.empty()) {
        findText(text, text_, out);
        return budget.spend(text.size());
    }
    PatternRun run(steps_, sets_, text, budget);
    std::optional<std::size_t> lastEnd;
    std::size_t from = 0;
    while (from <= text.size()) {
        const auto end = run.match(0, from);
        // An empty match right after the last one does not count.
        if (end && (*end > from || lastEnd != from)) {
            out.push_back({from, *end});
            lastEnd = *end;
            if (*end > from) {
                from = *end;
                continue;
            }
        }
        if (budget.isSpent()) return false;
        if (from == text.size()) break;
        from += sizeOfLetter(text[from]);
    }
    return true;
}

}  // namespace hw::model
