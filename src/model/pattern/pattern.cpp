// SPDX-License-Identifier: MIT
#include "model/pattern/pattern.h"

#include <string>
#include <utility>

#include "core/localized_text.h"
#include "model/pattern/parse_pattern.h"

namespace hw::model {

namespace {

using StepKind = PatternStep::Kind;
using StepGreed = PatternStep::Greed;

// A short pattern must not become a long program, because counted repetition is copied.
constexpr std::size_t mostBytes = 20'000;
constexpr std::size_t firstSteps = 1000;
constexpr std::size_t stepsEach = 40;

/// True if the node can match the empty text.
bool mayBeEmpty(const PatternNode& node) {
    const auto all = [&](bool wanted) {
        for (const PatternNode& child : node.children)
            if (mayBeEmpty(child) != wanted) return false;
        return true;
    };
    switch (node.kind) {
        case PatternNode::Kind::set: return false;
        case PatternNode::Kind::sequence:
        case PatternNode::Kind::atomic: return all(true);
        case PatternNode::Kind::either: return !all(false);
        case PatternNode::Kind::repeat: return node.low == 0 || all(true);
        default: return true;
    }
}

constexpr int mostFixed = 10'000;

/// The number of code points that it always matches; -1 if that varies, or is more than mostFixed.
int fixedLength(const PatternNode& node) {
    switch (node.kind) {
        case PatternNode::Kind::set: return 1;
        case PatternNode::Kind::sequence:
        case PatternNode::Kind::atomic: {
            int sum = 0;
            for (const PatternNode& child : node.children) {
                const int length = fixedLength(child);
                if (length < 0) return -1;
                sum += length;
                if (sum > mostFixed) return -1;
            }
            return sum;
        }
        case PatternNode::Kind::either: {
            const int first = fixedLength(node.children[0]);
            for (const PatternNode& child : node.children)
                if (fixedLength(child) != first) return -1;
            return first;
        }
        case PatternNode::Kind::repeat: {
            const int once = fixedLength(node.children[0]);
            if (once < 0 || node.low != node.high) return -1;
            const int all = once * static_cast<int>(node.low);
            return all > mostFixed ? -1 : all;
        }
        default: return 0;
    }
}

/// The node's set, also inside groups of one node; null if it is no set.
PatternNode* onlySet(PatternNode& node) {
    if (node.kind == PatternNode::Kind::set) return &node;
    if (node.kind != PatternNode::Kind::sequence || node.children.size() != 1) return nullptr;
    return onlySet(node.children[0]);
}

std::unexpected<Problem> refused(Code code, std::string finding) {
    return std::unexpected(Problem{.code = code,
                                   .place = "tokenizer.json, pattern",
                                   .finding = std::move(finding),
                                   .remedy = "Use a tokenizer with a simpler pattern."_tr});
}

}  // namespace

class PatternCompiler {
public:
    PatternCompiler(Pattern& out, std::size_t bytes)
        : out_(out), mostSteps_(firstSteps + stepsEach * bytes) {}

    Result<void> compile(PatternNode& node) {
        // Counts nodes, too, because copies of empty groups emit no steps.
        if (out_.steps_.size() > mostSteps_ || ++nodes_ > 4 * mostSteps_)
            return refused(Code::tooLarge, "The pattern is too long."_tr);
        switch (node.kind) {
            case PatternNode::Kind::set:
                emit({.kind = StepKind::set, .a = addSet(node)});
                return {};
            case PatternNode::Kind::assertion: emit({.kind = node.assertion}); return {};
            case PatternNode::Kind::sequence:
                for (PatternNode& child : node.children)
                    if (auto good = compile(child); !good) return good;
                return {};
            case PatternNode::Kind::either: return either(node);
            case PatternNode::Kind::repeat: return repeat(node);
            case PatternNode::Kind::ahead: return inside(node, {.kind = StepKind::ahead});
            case PatternNode::Kind::atomic: return inside(node, {.kind = StepKind::atomic});
            case PatternNode::Kind::behind: {
                const int length = fixedLength(node.children[0]);
                if (length < 0)
                    return refused(Code::notRecognised,
                                   "Variable-length look-behind isn’t supported."_tr);
                return inside(
                    node, {.kind = StepKind::behind, .low = static_cast<std::uint32_t>(length)});
            }
        }
        return {};
    }
    std::uint32_t emit(PatternStep step) {
        out_.steps_.push_back(step);
        return here() - 1;
    }

private:
    std::uint32_t here() const { return static_cast<std::uint32_t>(out_.steps_.size()); }
    /// Copies of a node share its set.
    std::uint32_t addSet(PatternNode& node) {
        if (!node.setIndex) {
            node.setIndex = static_cast<std::uint32_t>(out_.sets_.size());
            out_.sets_.push_back(std::move(node.set));
            out_.sets_.back().finish();
        }
        return *node.setIndex;
    }
    Result<void> inside(PatternNode& node, PatternStep step) {
        step.negated = node.negated;
        const std::uint32_t at = emit(step);
        if (auto good = compile(node.children[0]); !good) return good;
        emit({.kind = StepKind::done});
        out_.steps_[at].a = here();
        return {};
    }
    Result<void> either(PatternNode& node) {
        std::vector<std::uint32_t> jumps;
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            const bool last = i + 1 == node.children.size();
            const std::uint32_t split = last ? 0 : emit({.kind = StepKind::split});
            if (!last) out_.steps_[split].a = here();
            if (auto good = compile(node.children[i]); !good) return good;
            if (last) break;
            jumps.push_back(emit({.kind = StepKind::jump}));
            out_.steps_[split].b = here();
        }
        for (const std::uint32_t jump : jumps) out_.steps_[jump].a = here();
        return {};
    }
    Result<void> repeat(PatternNode& node) {
        if (PatternNode* const set = onlySet(node.children[0])) {
            emit({.kind = StepKind::repeat,
                  .greed = node.greed,
                  .a = addSet(*set),
                  .low = node.low,
                  .high = node.high});
            return {};
        }
        if (node.greed == StepGreed::possessive) {
            const std::uint32_t at = emit({.kind = StepKind::atomic});
            node.greed = StepGreed::greedy;
            auto good = repeat(node);
            node.greed = StepGreed::possessive;
            emit({.kind = StepKind::done});
            out_.steps_[at].a = here();
            return good;
        }
        for (std::uint32_t i = 0; i < node.low; ++i)
            if (auto good = compile(node.children[0]); !good) return good;
        if (node.high == PatternNode::noLimit) return endless(node);
        std::vector<std::uint32_t> splits;
        for (std::uint32_t i = node.low; i < node.high; ++i) {
            splits.push_back(emit({.kind = StepKind::split}));
            enter(splits.back(), node.greed);
            if (auto good = compile(node.children[0]); !good) return good;
        }
        for (const std::uint32_t split : splits) leave(split, node.greed);
        return {};
    }
    Result<void> endless(PatternNode& node) {
        if (mayBeEmpty(node.children[0]))
            return refused(Code::notRecognised,
                           "Unbounded repetition of a possibly empty part isn’t supported."_tr);
        const std::uint32_t split = emit({.kind = StepKind::split});
        enter(split, node.greed);
        if (auto good = compile(node.children[0]); !good) return good;
        emit({.kind = StepKind::jump, .a = split});
        leave(split, node.greed);
        return {};
    }
    // A split tries `a` first, the inside when greedy, the rest when lazy.
    void enter(std::uint32_t split, StepGreed greed) {
        (greed == StepGreed::lazy ? out_.steps_[split].b : out_.steps_[split].a) = here();
    }
    void leave(std::uint32_t split, StepGreed greed) {
        (greed == StepGreed::lazy ? out_.steps_[split].a : out_.steps_[split].b) = here();
    }

    Pattern& out_;
    std::size_t mostSteps_;
    std::size_t nodes_ = 0;
};

Result<Pattern> Pattern::compile(std::string_view pattern) {
    if (pattern.size() > mostBytes) return refused(Code::tooLarge, "The pattern is too long."_tr);
    auto tree = parsePattern(pattern);
    if (!tree) return std::unexpected(tree.error());
    Pattern out;
    PatternCompiler compiler(out, pattern.size());
    if (auto good = compiler.compile(*tree); !good) return std::unexpected(good.error());
    compiler.emit({.kind = StepKind::done});
    out.canBeEmpty_ = mayBeEmpty(*tree);
    return out;
}

Pattern Pattern::ofText(std::string_view text) {
    Pattern out;
    out.text_ = text;
    out.canBeEmpty_ = text.empty();
    if (text.empty()) out.steps_.emplace_back();
    return out;
}

}  // namespace hw::model
