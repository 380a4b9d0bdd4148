// SPDX-License-Identifier: MIT
// Any bytes as the files of batch's folder. It must not crash, must not take memory out of proportion to the bytes, and
// must write accepted data again exactly as it was read.
#include <algorithm>
#include <string>

#include "cli/batch/data_set.h"
#include "cli/batch/input/json_line.h"
#include "cli/batch/record/done_examples.h"
#include "cli/batch/summary.h"
#include "cli/batch/sums.h"
#include "fuzz/targets.h"

namespace hw::fuzz {
namespace {

using namespace hw::cli;

void record(std::string_view text) {
    DoneExamples lines;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const auto done = readDone(text.substr(begin, end - begin));
        begin = end + 1;
        if (!done) continue;
        const auto again = readDone(lineOf(*done));
        require(again && again->example == done->example && again->of == done->of);
        if (!lines.remember(done->place, done->example, done->of)) return;
        require(lines.isDone(done->place, done->example));
    }
}

void sums(std::string_view text) {
    const auto read = sumsOf(text);
    if (!read) return;
    const auto again = sumsOf(sumsJson(*read));
    require(again && again->examples == read->examples);
    for (const Format format : {Format::text, Format::json, Format::csv})
        scoresText(read->examples, read->tables.all(), {}, format);
    ScoreTables twice = read->tables;
    for (const ExportScores& table : read->tables.all()) twice.add(table);
}

void lines(std::string_view text) {
    const auto tree = readJson(text);
    if (!tree) return;
    DataSet means;
    if (const auto summary = readSummary(*tree)) {
        means.add(*summary);
        summaryJson(*summary);
    }
    if (const auto read = DataSet::read(*tree)) {
        means.add(*read);
        means.add(*read);
    }
    means.endLine(0);
}

}  // namespace

int written(std::string_view bytes) {
    record(bytes);
    sums(bytes);
    lines(bytes);
    return 0;
}

}  // namespace hw::fuzz
