// SPDX-License-Identifier: MIT
#include "model/train/recipes/own_tasks.h"

#include <algorithm>
#include <memory>

#include "core/localized_text.h"
#include "core/tokens/utf8_text.h"
#include "io/tree/number_format.h"

namespace hw::train {
namespace {

constexpr std::string_view blanks = " \t\r\n";

Problem wrong(std::string place, std::string finding, LocalizedText remedy) {
    return {Code::badArgument, std::move(place), std::move(finding), remedy, std::nullopt};
}

struct Pair {
    std::vector<int> text;  ///< with its answer
    int answer = 0;         ///< the answer's first place
};

struct Pairs {
    std::vector<Pair> training;
    std::vector<Pair> test;
    int length = 0;
    int padding = 0;
};

Sequence sequenceOf(const Pairs& pairs, const Pair& pair) {
    Sequence sequence;
    sequence.ids.assign(pairs.length, pairs.padding);
    sequence.targets.assign(pairs.length, -1);
    sequence.sources.assign(pairs.length, {-1, -1});
    sequence.tokens = static_cast<int>(pair.text.size()) - 1;
    for (int i = 0; i < sequence.tokens; ++i) {
        sequence.ids[i] = pair.text[i];
        if (i + 1 >= pair.answer) sequence.targets[i] = pair.text[i + 1];
    }
    return sequence;
}

}  // namespace

int Vocabulary::idOf(std::string_view word) {
    const auto found = std::ranges::find(words_, word);
    const auto id = static_cast<int>(found - words_.begin());
    if (found == words_.end()) words_.emplace_back(word);
    return id;
}

std::vector<std::string_view> choiceNames(std::string_view text) {
    std::vector<std::string_view> words;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        if (text.empty()) return words;
        words.push_back(text.substr(0, text.find_first_of(blanks)));
        text.remove_prefix(words.back().size());
    }
}

Result<void> checkWords(const Vocabulary& vocabulary) {
    if (std::cmp_less(vocabulary.words().size(), mostWords)) return {};
    return std::unexpected(
        wrong("task", formatText("There are more than {} different words."_tr, {mostWords - 1}),
              "Use fewer words."_tr));
}

Result<Task> pairsTask(const std::vector<std::pair<std::string, std::string>>& pairs,
                       double heldOut) {
    Vocabulary vocabulary;
    const auto all = std::make_shared<Pairs>();
    std::uint64_t number = 0;
    for (const auto& [text, answer] : pairs) {
        Pair pair;
        for (const std::string_view word : choiceNames(text))
            pair.text.push_back(vocabulary.idOf(word));
        pair.answer = static_cast<int>(pair.text.size());
        for (const std::string_view word : choiceNames(answer))
            pair.text.push_back(vocabulary.idOf(word));
        if (auto fine = checkWords(vocabulary); !fine) return std::unexpected(fine.error());
        const auto tokens = static_cast<int>(pair.text.size());
        if (pair.answer == 0 || pair.answer == tokens || tokens > mostTokens + 1) {
            return std::unexpected(
                wrong(io::at("pairs", number),
                      tokens > mostTokens + 1
                          ? formatText("The pair has more than {} words."_tr, {mostTokens + 1})
                          : std::string("The text or its answer has no words."_tr),
                      "Correct the pair, or delete it."_tr));
        }
        all->length = std::max(all->length, tokens - 1);
        const bool isHeldOut = below(draw(0xADD, number++), 1000) < heldOut * 1000;
        (isHeldOut ? all->test : all->training).push_back(std::move(pair));
    }
    if (heldOut <= 0) all->test = all->training;
    if (all->training.empty() || all->test.empty()) {
        return std::unexpected(wrong("pairs", "No pair is left for training or for the test."_tr,
                                     "Add pairs, or change held_out."_tr));
    }
    all->padding = vocabulary.idOf(paddingWord);
    Task task{.name = "pairs", .words = vocabulary.take(), .length = all->length, .make = {}};
    task.make = [all](Draws draws, std::uint64_t, Purpose purpose) {
        const auto& list = purpose == Purpose::training ? all->training : all->test;
        return sequenceOf(*all, list[draws.next(static_cast<int>(list.size()))]);
    };
    return task;
}

Result<Task> textTask(std::string_view text, int length) {
    Vocabulary vocabulary;
    const auto letters = std::make_shared<std::vector<int>>();
    while (!text.empty()) {
        const auto size = static_cast<std::size_t>(std::max(1, utf8Length(text, 0)));
        const std::string_view letter = text.substr(0, size);
        text.remove_prefix(size);
        const bool isBlank = blanks.contains(letter.front());
        if (isBlank && !letters->empty() && vocabulary.words()[letters->back()] == "␣") continue;
        letters->push_back(vocabulary.idOf(isBlank ? "␣" : letter));
        if (auto fine = checkWords(vocabulary); !fine) return std::unexpected(fine.error());
    }
    const auto count = static_cast<int>(letters->size());
    if (count < 3) {
        return std::unexpected(
            wrong("text", "The text has fewer than 3 letters."_tr, "Use a longer text."_tr));
    }
    const int window = std::min(length, count - 1);
    Task task{.name = "text", .words = vocabulary.take(), .length = window, .make = {}};
    task.make = [=](Draws draws, std::uint64_t, Purpose) {
        const int start = draws.next(count - window);
        Sequence sequence;
        sequence.tokens = window;
        sequence.sources.assign(window, {-1, -1});
        for (int i = start; i < start + window; ++i) {
            sequence.ids.push_back((*letters)[i]);
            sequence.targets.push_back((*letters)[i + 1]);
        }
        return sequence;
    };
    return task;
}

}  // namespace hw::train
