// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <optional>

#include "core/localized_text.h"
#include "io/tree/number_format.h"
#include "model/train/recipes/own_tasks.h"

namespace hw::train {
namespace {

/// The most expansions of rules in one sentence.
constexpr int mostExpansions = 1000;
/// Sentences that are made when a grammar is read, to find those without an answer.
constexpr std::uint64_t triedSentences = 200;

struct Item {
    int word = -1;
    int rule = -1;   ///< in place of a word
    int label = -1;  ///< of <rule:label>; -1 for none
    bool isAnswer = false;
};

struct Grammar {
    struct Rule {
        std::vector<std::vector<Item>> alternatives;
        int tokens = -1;  ///< at most; -1 until measured, -2 while it is measured
        int expansions = 0;
    };
    std::vector<Rule> rules;
    int start = 0;
    int length = 0;
    int padding = 0;
};

Problem wrong(std::string place, std::string finding, LocalizedText remedy) {
    return {Code::badArgument, std::move(place), std::move(finding), remedy, std::nullopt};
}

std::string placeOf(std::string_view rule) { return io::under("grammar", rule); }

class GrammarReader {
public:
    explicit GrammarReader(const std::vector<Rule>& rules) : rules_(rules) {}

    Result<Grammar> read(Vocabulary& vocabulary) {
        for (const Rule& rule : rules_) {
            if (rule.alternatives.empty()) {
                return std::unexpected(wrong(placeOf(rule.name), "The rule has no alternatives."_tr,
                                             "Give a list of texts."_tr));
            }
            Grammar::Rule& made = grammar_.rules.emplace_back();
            for (const std::string& text : rule.alternatives) {
                auto items = itemsOf(rule, text, vocabulary);
                if (!items) return std::unexpected(items.error());
                made.alternatives.push_back(std::move(*items));
            }
        }
        const auto start = indexOf("sentence");
        if (!start) {
            return std::unexpected(wrong("grammar", "The rule “sentence” is missing."_tr,
                                         "Add it. Every text starts there."_tr));
        }
        grammar_.start = *start;
        if (auto fine = measure(*start); !fine) return std::unexpected(fine.error());
        return std::move(grammar_);
    }

private:
    std::optional<int> indexOf(std::string_view name) const {
        const auto found = std::ranges::find(rules_, name, &Rule::name);
        if (found == rules_.end()) return std::nullopt;
        return static_cast<int>(found - rules_.begin());
    }

    int labelOf(std::string_view label) {
        const auto found = std::ranges::find(labels_, label);
        const auto index = static_cast<int>(found - labels_.begin());
        if (found == labels_.end()) labels_.emplace_back(label);
        return index;
    }

    Result<std::vector<Item>> itemsOf(const Rule& rule, std::string_view text,
                                      Vocabulary& vocabulary) {
        std::vector<Item> items;
        for (std::string_view word : choiceNames(text)) {
            Item item;
            item.isAnswer = word.size() > 1 && word.front() == '*';
            if (item.isAnswer) word.remove_prefix(1);
            if (word.size() > 2 && word.front() == '<' && word.back() == '>') {
                const std::string_view inside = word.substr(1, word.size() - 2);
                const std::size_t colon = inside.find(':');
                const auto found = indexOf(inside.substr(0, colon));
                if (!found) {
                    return std::unexpected(wrong(placeOf(rule.name),
                                                 formatText("There is no rule {}."_tr,
                                                            {io::excerpt(inside.substr(0, colon))}),
                                                 "Add the rule, or correct its name."_tr));
                }
                item.rule = *found;
                if (colon != std::string_view::npos) item.label = labelOf(inside.substr(colon + 1));
            } else {
                item.word = vocabulary.idOf(word);
                if (auto fine = checkWords(vocabulary); !fine) return std::unexpected(fine.error());
            }
            items.push_back(item);
        }
        return items;
    }

    /// The most tokens and expansions of a rule. The depth is at most the number of rules.
    Result<void> measure(int index) {
        Grammar::Rule& rule = grammar_.rules[index];
        if (rule.tokens >= 0) return {};
        if (rule.tokens == -2) {
            return std::unexpected(wrong(placeOf(rules_[index].name),
                                         "The rule contains itself."_tr,
                                         "Write out the depths that you need."_tr));
        }
        rule.tokens = -2;
        int most = 0;
        int expansions = 1;
        for (const std::vector<Item>& items : rule.alternatives) {
            int tokens = 0;
            int inside = 1;
            for (const Item& item : items) {
                if (item.rule < 0) {
                    ++tokens;
                    continue;
                }
                if (auto fine = measure(item.rule); !fine) return fine;
                tokens += grammar_.rules[item.rule].tokens;
                inside += grammar_.rules[item.rule].expansions;
                if (tokens > mostTokens + 1 || inside > mostExpansions) break;
            }
            most = std::max(most, tokens);
            expansions = std::max(expansions, inside);
        }
        if (most > mostTokens + 1 || expansions > mostExpansions) {
            return std::unexpected(
                wrong(placeOf(rules_[index].name),
                      formatText("A text can have more than {} words."_tr, {mostTokens}),
                      "Use shorter alternatives."_tr));
        }
        rule.tokens = most;
        rule.expansions = expansions;
        return {};
    }

    const std::vector<Rule>& rules_;
    std::vector<std::string> labels_;
    Grammar grammar_;
};

/// One sentence in the making.
class Sentence {
public:
    Sentence(const Grammar& grammar, Draws draws) : grammar_(grammar), draws_(draws) {
        expand(grammar.start, -1, false);
    }

    Sequence take() {
        Sequence sequence;
        sequence.tokens = std::max(0, static_cast<int>(text_.size()) - 1);
        sequence.ids.assign(grammar_.length, grammar_.padding);
        sequence.targets.assign(grammar_.length, -1);
        sequence.sources.assign(grammar_.length, {-1, -1});
        for (int i = 0; i < sequence.tokens; ++i) {
            sequence.ids[i] = text_[i];
            if (!isAnswer_[i + 1]) continue;
            sequence.targets[i] = text_[i + 1];
            sequence.sources[i][0] = source_[i + 1];
        }
        return sequence;
    }

private:
    struct Bound {
        int rule = 0;
        int label = 0;
        int alternative = 0;
        int first = 0;  ///< its first place in the text
    };

    /// A number among the alternatives that no other label of the rule has, or among all if none is left.
    int alternativeFor(int rule) {
        std::vector<int> left;
        const auto count = static_cast<int>(grammar_.rules[rule].alternatives.size());
        for (int i = 0; i < count; ++i) {
            const auto isSame = [&](const Bound& one) {
                return one.rule == rule && one.alternative == i;
            };
            if (std::ranges::none_of(bound_, isSame)) left.push_back(i);
        }
        if (left.empty()) return draws_.next(count);
        return left[draws_.next(static_cast<int>(left.size()))];
    }

    void expand(int rule, int label, bool isAnswer) {
        const auto& alternatives = grammar_.rules[rule].alternatives;
        const int start = static_cast<int>(text_.size());
        if (label < 0) {
            add(alternatives[draws_.next(static_cast<int>(alternatives.size()))], isAnswer);
            return;
        }
        const auto isIt = [&](const Bound& one) { return one.rule == rule && one.label == label; };
        const auto found = std::ranges::find_if(bound_, isIt);
        if (found == bound_.end()) {
            const int alternative = alternativeFor(rule);
            bound_.push_back({rule, label, alternative, start});
            add(alternatives[alternative], isAnswer);
            return;
        }
        const Bound bound = *found;
        add(alternatives[bound.alternative], isAnswer);
        for (std::size_t i = start; i < text_.size(); ++i)
            source_[i] = bound.first + static_cast<int>(i) - start;
    }

    void add(const std::vector<Item>& items, bool isAnswer) {
        for (const Item& item : items) {
            if (item.rule >= 0) {
                expand(item.rule, item.label, isAnswer || item.isAnswer);
                continue;
            }
            text_.push_back(item.word);
            isAnswer_.push_back(isAnswer || item.isAnswer);
            source_.push_back(-1);
        }
    }

    const Grammar& grammar_;
    Draws draws_;
    std::vector<int> text_;
    std::vector<bool> isAnswer_;
    std::vector<int> source_;
    std::vector<Bound> bound_;
};

}  // namespace

Result<Task> grammarTask(const std::vector<Rule>& rules) {
    Vocabulary vocabulary;
    auto read = GrammarReader(rules).read(vocabulary);
    if (!read) return std::unexpected(read.error());
    const auto grammar = std::make_shared<Grammar>(std::move(*read));
    grammar->length = std::max(1, grammar->rules[grammar->start].tokens - 1);
    grammar->padding = vocabulary.idOf(paddingWord);
    Task task{.name = "grammar", .words = vocabulary.take(), .length = grammar->length, .make = {}};
    task.make = [grammar](Draws draws, std::uint64_t, Purpose) {
        return Sentence(*grammar, draws).take();
    };
    for (std::uint64_t i = 0; i < triedSentences; ++i)
        if (task.sequence(0, Purpose::training, i).counts()) return task;
    return std::unexpected(
        wrong("grammar", "No text has a word to predict."_tr,
              "Put * in front of answers, after the first word of the text."_tr));
}

}  // namespace hw::train
