// SPDX-License-Identifier: MIT
// Inputs, examples and results that the threads of a batch share.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "cli/batch/batch.h"
#include "cli/batch/data_set.h"
#include "cli/batch/input/file.h"
#include "cli/batch/input/progress.h"
#include "cli/batch/record/done_examples.h"
#include "cli/batch/record/record.h"
#include "cli/batch/results.h"
#include "cli/batch/source.h"
#include "cli/batch/sums.h"
#include "cli/threads/ordered_actions.h"

namespace hw::cli {

/// The state that an earlier run left, and the files that this run continues.
struct BatchState {
    Record record;
    ResultFiles results;
    GrowingFile failed;
    GrowingFile warnings;
    Sums sums;
    DataSet means;
    ScoredExamples scored;
    std::uint64_t before = 0;  ///< examples that are done
};

class Work {
public:
    Work(const BatchOptions& options, const Source& source, BatchState begun);

    /// The work of each thread until nothing is left.
    void run();
    Result<BatchOutcome> finish();
    /// Syncs results and then the record, so that results in the record survive a power cut.
    Result<void> sync();
    /// For a first run, before there are results.
    Result<void> syncRecord() { return started_.record.sync(); }

private:
    using Clock = std::chrono::steady_clock;

    /// An open input, and how many examples it has left.
    struct Item {
        std::shared_ptr<const OpenInput> opened;
        Place place;
    };
    /// One example of it.
    struct Job {
        Item item;
        int example = 0;
        std::uint64_t input =
            0;  ///< its number, and that of the example in this run, for OrderedActions
        int index = 0;
    };

    /// A job may begin now. Call with the lock.
    bool mayBegin() const;
    void open(std::uint64_t number, Input input);
    void take(std::uint64_t number, const Input& input, Result<OpenInput> opened);
    void compute(const Job& job);
    void keep(const Job& job, ExampleOutput rendered);
    void fail(const Place& place, int example, const Problem& problem);
    /// Whether every other example would fail, too, because the options are wrong, or the first two fail in the same
    /// way.
    bool affectsAll(const Problem& problem) const;
    void warn(const Place& place, int example, const Problem& warning);
    void end(Problem problem);
    Result<void> writeTable();
    std::string tableOfScores();

    const BatchOptions& options_;
    const Source& source_;
    std::mutex mutex_;
    std::condition_variable changed_;
    BatchState started_;
    Inputs inputs_;
    Progress progress_;
    BatchOutcome outcome_;
    OrderedActions order_;
    std::map<std::pair<std::uint64_t, int>, Job> jobs_;  ///< the first one first
    int opening_ = 0;
    bool more_ = true;
    bool ended_ = false;
    Clock::time_point nextSync_ = Clock::now();
    std::optional<Problem> fatal_;
    std::string firstFailure_;  ///< the sentence about the first example, if it failed
};

}  // namespace hw::cli
