// SPDX-License-Identifier: MIT
#include "cli/batch/record/scored_examples.h"

#include <iterator>
#include <utility>

#include "cli/batch/input/byte_source.h"
#include "cli/batch/input/json_line.h"
#include "cli/correlate/chance.h"

namespace hw::cli {

void ScoredExamples::add(const DoneExample& done) {
    if (!isWhole_ || done.scores.empty()) return;
    for (const LayerScores& each : done.scores) numbers_ += each.layers.size();
    examples_.push_back({done.cluster, done.scores});
    if (numbers_ > mostNumbers) giveUp();
}

void ScoredExamples::add(ScoredExamples&& other) {
    numbers_ += other.numbers_;
    std::ranges::move(other.examples_, std::back_inserter(examples_));
    if (!isWhole_ || !other.isWhole_ || numbers_ > mostNumbers) giveUp();
}

void ScoredExamples::giveUp() {
    isWhole_ = false;
    examples_.clear();
}

void ScoredExamples::addChanceTo(std::vector<ExportScores>& tables) const {
    if (isWhole_)
        addChance(tables, examples_);
    else
        addIntervals(tables);
}

std::optional<ScoredExamples> scoredIn(const std::string& folder) {
    auto source = ByteSource::openWritten(folder + "/record.jsonl");
    if (!source) return std::nullopt;
    LineReader lines(std::move(*source));
    ScoredExamples read;
    std::string line;
    for (bool isHead = true;; isHead = false) {
        const auto more = lines.next(line, longestRecordLine);
        if (!more) return std::nullopt;
        if (!*more) return read;
        if (isHead || line.starts_with("{\"synced\":")) continue;
        const auto done = readDone(line);
        if (!done) return std::nullopt;
        read.add(*done);
    }
}

}  // namespace hw::cli
