// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ranges>
#include <span>

#include "model/train/task.h"

namespace hw::train {
namespace {

Sequence emptySequence(int length) {
    Sequence sequence;
    sequence.ids.assign(length, 0);
    sequence.targets.assign(length, -1);
    sequence.sources.assign(length, {-1, -1});
    sequence.tokens = length;
    return sequence;
}

/// The text without its last token. The targets from position `first` on are the tokens that come next.
Sequence sequenceOf(std::span<const int> text, int first) {
    const int length = static_cast<int>(text.size()) - 1;
    Sequence sequence = emptySequence(length);
    for (int i = 0; i < length; ++i) {
        sequence.ids[i] = text[i];
        if (i >= first) sequence.targets[i] = text[i + 1];
    }
    return sequence;
}

/// "a", "b", "c" ...
void addLetters(std::vector<std::string>& words, char first, int count) {
    for (int i = 0; i < count; ++i) words.emplace_back(1, static_cast<char>(first + i));
}

constexpr int lineLetters = 8;
constexpr int lineAlphabet = 16;

std::vector<int> answerOf(LineAnswer answer, std::vector<int> given) {
    switch (answer) {
        case LineAnswer::first: return {given.front()};
        case LineAnswer::largest: return {std::ranges::max(given)};
        case LineAnswer::sorted: std::ranges::sort(given); break;
        case LineAnswer::reversed: std::ranges::reverse(given); break;
    }
    return given;
}

}  // namespace

bool Sequence::counts() const {
    return std::ranges::any_of(targets, [](int target) { return target >= 0; });
}

Sequence Task::sequence(std::uint64_t seed, Purpose purpose, std::uint64_t number) const {
    const std::uint64_t stream = draw(seed, purpose == Purpose::training ? 1 : 2);
    return make(Draws(draw(stream, number)), number, purpose);
}

Task copyTask(int shortest, int longest) {
    constexpr int alphabet = 26;
    constexpr int length = 32;
    // A fixed period can be learned by counting, which the usual periods show.
    constexpr int usualShortest = 6;
    constexpr int usualLongest = 14;
    Task task{.name = "copy", .words = {}, .length = length, .make = {}};
    addLetters(task.words, 'a', alphabet);
    task.hasHardTest = shortest != usualShortest || longest != usualLongest;
    task.make = [=](Draws draws, std::uint64_t, Purpose purpose) {
        const bool isHard = purpose == Purpose::hard;
        const int least = isHard ? usualShortest : shortest;
        const int most = isHard ? usualLongest : longest;
        const int period = least + draws.next(most - least + 1);
        const std::vector<int> letters = draws.different(alphabet, most);
        Sequence sequence = emptySequence(length);
        for (int i = 0; i < length; ++i) sequence.ids[i] = letters[i % period];
        for (int i = period; i < length - 1; ++i) {
            sequence.targets[i] = sequence.ids[i + 1];
            sequence.sources[i][0] = i + 1 - period;
        }
        return sequence;
    };
    return task;
}

Task recallTask() {
    constexpr int keys = 8;
    constexpr int pairs = 6;
    Task task{.name = "recall", .words = {}, .length = 4 * pairs - 1, .make = {}};
    addLetters(task.words, 'a', keys);
    addLetters(task.words, '1', keys);
    task.make = [](Draws draws, std::uint64_t, Purpose) {
        const std::vector<int> key = draws.different(keys, pairs);
        std::vector<int> value;
        for (int i = 0; i < pairs; ++i) value.push_back(keys + draws.next(keys));
        const std::vector<int> order = draws.different(pairs, pairs);
        std::vector<int> text;
        for (int i = 0; i < pairs; ++i) text.insert(text.end(), {key[i], value[i]});
        for (const int i : order) text.insert(text.end(), {key[i], value[i]});
        Sequence sequence = sequenceOf(text, 2 * pairs);
        for (int i = 0; i < pairs; ++i) {
            sequence.sources[2 * pairs + 2 * i][0] = 2 * order[i] + 1;
            if (i > 0) sequence.targets[2 * pairs + 2 * i - 1] = -1;
        }
        return sequence;
    };
    return task;
}

Task addTask() {
    constexpr int plus = 10;
    constexpr int equals = 11;
    Task task{.name = "add", .words = {}, .length = 8, .make = {}};
    addLetters(task.words, '0', 10);
    task.words.insert(task.words.end(), {"+", "="});
    task.testSequences = 640;
    task.make = [](Draws draws, std::uint64_t, Purpose purpose) {
        const int a = draws.next(100);
        const int b = draws.next(100);
        const int sum = a + b;
        Sequence sequence = sequenceOf(std::vector{a / 10, a % 10, plus, b / 10, b % 10, equals,
                                                   sum % 10, sum / 10 % 10, sum / 100},
                                       5);
        const bool isHeldOut = below(draw(0xADD, std::uint64_t{100} * a + b), 5) == 0;
        if (isHeldOut == (purpose == Purpose::training)) std::ranges::fill(sequence.targets, -1);
        sequence.sources[5] = {1, 4};
        sequence.sources[6] = {0, 3};
        sequence.sources[7] = {0, 3};
        return sequence;
    };
    return task;
}

Task lineTask(LineAnswer answer) {
    constexpr const char* names[] = {"first", "largest", "sort", "reverse"};
    const bool isLong = answer == LineAnswer::sorted || answer == LineAnswer::reversed;
    Task task{.name = names[static_cast<int>(answer)],
              .words = {},
              .length = isLong ? 2 * lineLetters : lineLetters + 1,
              .make = {}};
    addLetters(task.words, 'a', lineAlphabet);
    task.words.emplace_back(">");
    task.make = [=](Draws draws, std::uint64_t, Purpose) {
        const std::vector<int> given = draws.different(lineAlphabet, lineLetters);
        const std::vector<int> wanted = answerOf(answer, given);
        std::vector<int> text = given;
        text.push_back(lineAlphabet);
        text.insert(text.end(), wanted.begin(), wanted.end());
        Sequence sequence = sequenceOf(text, lineLetters);
        for (std::size_t i = 0; i < wanted.size(); ++i)
            sequence.sources[lineLetters + i][0] =
                static_cast<int>(std::ranges::find(given, wanted[i]) - given.begin());
        return sequence;
    };
    return task;
}

namespace {

// Tokens of `agreement`.
constexpr int firstPreposition = 2;
constexpr int prepositions = 3;
constexpr int firstAdjective = 5;
constexpr int adjectives = 4;
constexpr int firstNoun = 9;
constexpr int nouns = 8;
constexpr int is = 25;
constexpr int padding = 27;
constexpr int blank = 28;
constexpr int longestSentence = 17;

/// The choices of one sentence. All are drawn, whether they are used or not.
struct Sentence {
    struct Phrase {
        int noun = 0;
        int isPlural = 0;
        bool hasAdjective = false;
        int adjective = 0;
    };
    Sentence(Draws& draws, int attractors, int leastPhrases) {
        hasIntro = draws.next(1000) < 400;
        phrases = leastPhrases + draws.next(3 - leastPhrases);
        phrase[0].isPlural = draws.next(2);
        for (Phrase& one : phrase) one.noun = draws.next(nouns);
        for (Phrase& one : std::span(phrase).subspan(1))
            one.isPlural =
                draws.next(1000) < attractors ? 1 - phrase[0].isPlural : phrase[0].isPlural;
        for (Phrase& one : phrase) one.hasAdjective = draws.next(1000) < 400;
        for (Phrase& one : phrase) one.adjective = draws.next(adjectives);
        for (int& one : preposition) one = draws.next(prepositions);
    }
    bool hasIntro = false;
    int phrases = 0;
    std::array<Phrase, 4> phrase;
    std::array<int, 3> preposition{};
};

}  // namespace

Task agreementTask(int attractors) {
    Task task{.name = "agreement", .words = {}, .length = longestSentence, .make = {}};
    constexpr const char* plain[] = {"the",     ",",    "to",      "behind", "near",    "old",
                                     "small",   "red",  "new",     "key",    "cabinet", "dog",
                                     "teacher", "book", "picture", "door",   "car"};
    task.words.assign(std::begin(plain), std::end(plain));
    for (int i = 0; i < nouns; ++i) task.words.push_back(task.words[firstNoun + i] + 's');
    task.words.insert(task.words.end(), {"is", "are", "<pad>", "_"});
    task.hasHardTest = true;
    task.make = [=](Draws draws, std::uint64_t, Purpose purpose) {
        const bool isHard = purpose == Purpose::hard;
        const Sentence sentence(draws, isHard ? 1000 : attractors, isHard ? 1 : 0);
        std::vector<int> text;
        const auto add = [&](const Sentence::Phrase& phrase) {
            text.push_back(0);
            if (phrase.hasAdjective) text.push_back(firstAdjective + phrase.adjective);
            text.push_back(firstNoun + nouns * phrase.isPlural + phrase.noun);
        };
        if (sentence.hasIntro) {
            text.push_back(firstPreposition + sentence.preposition[0]);
            add(sentence.phrase[1]);
            text.push_back(1);
        }
        add(sentence.phrase[0]);
        const int subject = static_cast<int>(text.size()) - 1;
        for (int i = 0; i < sentence.phrases; ++i) {
            text.push_back(firstPreposition + sentence.preposition[1 + i]);
            add(sentence.phrase[2 + i]);
        }
        text.push_back(blank);
        Sequence sequence = emptySequence(longestSentence);
        sequence.tokens = static_cast<int>(text.size());
        std::ranges::fill(sequence.ids, padding);
        std::ranges::copy(text, sequence.ids.begin());
        sequence.targets[sequence.tokens - 1] = is + sentence.phrase[0].isPlural;
        sequence.sources[sequence.tokens - 1][0] = subject;
        return sequence;
    };
    return task;
}

Task modularTask(int modulus) {
    Task task{.name = "modular", .words = {}, .length = 3, .make = {}};
    for (int i = 0; i < modulus; ++i) task.words.push_back(std::to_string(i));
    task.words.emplace_back("=");
    task.testSequences = modulus * modulus;
    task.make = [=](Draws, std::uint64_t number, Purpose purpose) {
        const auto pairs =
            static_cast<std::uint64_t>(modulus) * static_cast<std::uint64_t>(modulus);
        const int pair = static_cast<int>(number % pairs);
        const int a = pair / modulus;
        const int b = pair % modulus;
        Sequence sequence = sequenceOf(std::vector{a, b, modulus, (a + b) % modulus}, 2);
        sequence.sources[2] = {0, 1};
        const bool isHeldOut = below(draw(0xADD, static_cast<std::uint64_t>(pair)), 5) < 2;
        if (isHeldOut == (purpose == Purpose::training)) sequence.targets[2] = -1;
        return sequence;
    };
    return task;
}

}  // namespace hw::train
