// SPDX-License-Identifier: MIT
// The numbers of the lessons about training. tests/data/trained_lessons.tsv has a row for each reference in web/lessons, which
// tests/cli/lessons holds against the texts. HEADWATERS_LESSONS=write computes its values anew.
#include <algorithm>
#include <array>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "model/training/training.h"

namespace {

using namespace hw;
using train::Accuracy;
using train::Cut;
using train::Sequence;

constexpr int freshTexts = 500;
constexpr int firstDigit = 5;  // `add` writes its digits from this position on
constexpr std::string_view digits[] = {"units", "tens", "hundreds"};

struct Row {
    std::string recipe, seed, step, of, head, token, key, text, value;
};
using Cell = std::string Row::*;
constexpr Cell cells[] = {&Row::recipe, &Row::seed, &Row::step, &Row::of,   &Row::head,
                          &Row::token,  &Row::key,  &Row::text, &Row::value};

int wholeOf(const std::string& text) {
    int number = -1;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// "1:0" is the first head of layer 1, "2:*" all heads of layer 2.
std::vector<Cut> cutsOf(const std::string& head) {
    if (head.empty()) return {};
    const std::string rest = head.substr(head.find(':') + 1);
    return {Cut{.layer = wholeOf(head) - 1, .head = rest == "*" ? -1 : wholeOf(rest)}};
}

double inHundred(double share) { return 100 * share; }

struct Lesson {
    std::unique_ptr<model::Training> training;
    train::Network network;

    Lesson(const std::string& recipe, int seed)
        : training(*model::Training::begin(recipe, static_cast<std::uint64_t>(seed), 0)),
          network(training->recipe().shape) {}

    const train::Task& task() const { return training->recipe().task; }

    /// Of wrong and right digits of unseen sums. `by` is what a ten is too large by, from 0 to 9.
    struct Sums {
        std::array<int, 3> right{};
        std::array<int, 10> by{};
        int wrong = 0;
    };
    Sums sums(int step, const std::vector<Cut>& cuts) {
        const train::Weights weights = *training->weightsAt(step);
        const int vocabulary = training->recipe().shape.vocabulary;
        Sums found;
        for (const Sequence& one : train::countedTests(task(), training->seed(), freshTexts)) {
            const train::Seen seen = network.see(weights, one.ids, cuts);
            for (int digit = 0; digit < 3; ++digit) {
                const int place = firstDigit + digit;
                const auto* const logits = &seen.logits[std::size_t{1} * place * vocabulary];
                const int written =
                    static_cast<int>(std::max_element(logits, logits + vocabulary) - logits);
                found.right[digit] += written == one.targets[place] ? 1 : 0;
                if (digit != 1 || written == one.targets[place]) continue;
                ++found.wrong;
                if (written < 10) ++found.by[(written - one.targets[place] + 10) % 10];
            }
        }
        return found;
    }

    /// Of the hard test, the sentences that begin with the subject, or with another noun.
    double hard(int step, bool beginsWithSubject) {
        std::vector<Sequence> chosen;
        for (int i = 0; i < task().testSequences; ++i) {
            Sequence one = task().sequence(training->seed(), train::Purpose::hard, i);
            if ((task().words[one.ids[0]] == "the") == beginsWithSubject)
                chosen.push_back(std::move(one));
        }
        return inHundred(network.accuracy(*training->weightsAt(step), chosen).share());
    }

    double weight(int step, const Row& row) {
        std::vector<int> ids;
        std::istringstream words(row.text);
        for (std::string word; words >> word;)
            ids.push_back(
                static_cast<int>(std::ranges::find(task().words, word) - task().words.begin()));
        const train::Seen seen = network.see(*training->weightsAt(step), ids);
        const Cut head = cutsOf(row.head).front();
        const int heads = training->recipe().shape.heads;
        const std::size_t at =
            ((std::size_t{1} * head.layer * heads + head.head) * seen.tokens + wholeOf(row.token)) *
                seen.tokens +
            wholeOf(row.key);
        return seen.attention[at];
    }

    double value(const Row& row) {
        const int step = wholeOf(row.step);
        const std::vector<Cut> cuts = cutsOf(row.head);
        if (row.of == "right") return inHundred(training->tested(step, cuts, freshTexts)->share());
        if (row.of == "weight") return weight(step, row);
        if (row.of == "hard-subject-first") return hard(step, true);
        if (row.of == "hard-other-first") return hard(step, false);
        const model::Measured measured = *training->measuredAt(step);
        if (row.of == "hard") return inHundred(measured.hard.share());
        if (row.of == "previous")
            return measured
                .heads[cuts.front().layer * training->recipe().shape.heads + cuts.front().head]
                .previous;
        if (row.of == "loss") {
            // Before the update of the next step, of which these are the weights.
            if (training->step() == step) (void)training->advance(step + 1, 0);
            return training->records()[step].loss;
        }
        for (std::size_t i = 0; i < std::size(train::namingNames); ++i)
            if (row.of == "names-" + std::string(train::namingNames[i]))
                return inHundred(measured.naming[i].share());
        const Sums found = sums(step, cuts);
        for (std::size_t i = 0; i < std::size(digits); ++i)
            if (row.of == digits[i]) return inHundred(1.0 * found.right[i] / freshTexts);
        if (row.of == "wrong-tens") return found.wrong;
        if (row.of == "tens-too-large") return found.by[1];
        if (row.of == "tens-too-small") return found.by[9];
        FAIL(row.of << " is not a number of a training");
        return 0;
    }
};

std::vector<Row> rowsOf(std::istream& file) {
    std::vector<Row> rows;
    for (std::string line; std::getline(file, line);) {
        Row row;
        std::istringstream parts(line);
        for (const Cell cell : cells) std::getline(parts, row.*cell, '\t');
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

TEST_CASE("the numbers of the lessons about training come out", "[training]") {
    const std::string path = HW_TEST_DATA "/trained_lessons.tsv";
    std::ifstream file(path);
    std::vector<Row> rows = rowsOf(file);
    REQUIRE(rows.size() > 50);  // the first has the names of the columns
    const char* const wish = std::getenv("HEADWATERS_LESSONS");
    const bool writes = wish != nullptr && std::string_view(wish) == "write";
    std::map<std::string, Lesson> lessons;
    for (Row& row : std::span(rows).subspan(1)) {
        const auto [lesson, isNew] =
            lessons.try_emplace(row.recipe + row.seed, row.recipe, wholeOf(row.seed));
        const double value = lesson->second.value(row);
        INFO(row.recipe << " seed " << row.seed << " step " << row.step << " " << row.of << " "
                        << row.head << ". HEADWATERS_LESSONS=write computes the values anew.");
        if (writes) {
            char text[32];
            const auto end =
                std::to_chars(text, text + sizeof text, value, std::chars_format::general, 7);
            row.value.assign(text, end.ptr);
        } else {
            CHECK(std::strtod(row.value.c_str(), nullptr) == Catch::Approx(value).epsilon(1e-6));
        }
    }
    if (writes) {
        std::ofstream out(path);
        for (const Row& row : rows)
            for (const Cell cell : cells) out << row.*cell << (cell == cells[8] ? '\n' : '\t');
    }
    // Without the carry every wrong ten is off by exactly one.
    Lesson& lesson = lessons.at("add1");
    const Lesson::Sums sums = lesson.sums(1000, cutsOf("1:1"));
    CHECK(sums.wrong > 100);
    CHECK(sums.by[1] + sums.by[9] == sums.wrong);
    CHECK(sums.right[0] == freshTexts);
    // The other heads of its layer also make other errors.
    const Lesson::Sums other = lesson.sums(1000, cutsOf("1:2"));
    CHECK(other.by[1] + other.by[9] < other.wrong / 2);
}
