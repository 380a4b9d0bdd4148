// SPDX-License-Identifier: MIT
#include "cli/batch/batch.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>

#include "cli/batch/data_set.h"
#include "cli/batch/folder.h"
#include "cli/batch/input/input_files.h"
#include "cli/batch/input/progress.h"
#include "cli/batch/record/record.h"
#include "cli/batch/results.h"
#include "cli/batch/sums.h"
#include "cli/batch/threads.h"
#include "cli/output/whole_file.h"

namespace hw::cli {
namespace {

/// One example of an open document.
struct Job {
    std::shared_ptr<const Document> document;
    Place place;
    int example = 0;
};

/// All that the threads share, behind one lock.
class Batch {
public:
    Batch(const Options& options, Record record, ResultFiles results, GrowingFile failed,
          GrowingFile warnings, Sums sums, DataSet means, std::uint64_t before)
        : options_(options),
          record_(std::move(record)),
          results_(std::move(results)),
          failed_(std::move(failed)),
          warnings_(std::move(warnings)),
          sums_(std::move(sums)),
          means_(std::move(means)),
          inputs_(options, [this](const Place& place) { return record_.done().earlier(place); }),
          progress_(!options.quiet && showsProgress() ? totalBytes(options) : std::nullopt,
                    !options.quiet && showsProgress()) {
        outcome_.before = before;
    }

    /// What each thread does until nothing is left.
    void work() {
        for (;;) {
            std::unique_lock lock(mutex_);
            // Examples of open documents first: then no more documents are open than there are threads.
            changed_.wait(lock, [&] { return ended_ || !jobs_.empty() || opening_ == 0 || more_; });
            if (ended_) return;
            if (!jobs_.empty()) {
                const Job job = std::move(jobs_.front());
                jobs_.pop_front();
                lock.unlock();
                compute(job);
                continue;
            }
            auto input = more_ ? inputs_.next() : std::nullopt;
            if (!input) {
                more_ = false;
                if (opening_ > 0) continue;
                ended_ = true;
                changed_.notify_all();
                return;
            }
            ++opening_;
            lock.unlock();
            open(std::move(*input));
        }
    }

    Result<BatchOutcome> finish() {
        progress_.clear();
        if (fatal_) return std::unexpected(*fatal_);
        std::string end;
        if (options_.batch.summarises) end = means_.endLine(static_cast<int>(outcome_.failed));
        if (auto done = results_.finish(end); !done) return std::unexpected(done.error());
        if (auto done = sync(); !done) return std::unexpected(done.error());
        if (options_.batch.partial && options_.batch.correlates) {
            sums_.failed = static_cast<int>(outcome_.failed);
            const std::string path = options_.batch.out + "/sums.json";
            if (auto done = replaceFile(path, sumsJson(sums_)); !done)
                return std::unexpected(done.error());
        }
        return outcome_;
    }

    /// Has results and record on the disk, in this order: what the record speaks of is there after a power cut.
    Result<void> sync() {
        const auto begin = Clock::now();
        if (auto done = results_.sync(); !done) return done;
        if (auto done = record_.sync(); !done) return done;
        // A tenth of the time at most.
        const auto end = Clock::now();
        nextSync_ = end + std::max<Clock::duration>(std::chrono::seconds(1), 10 * (end - begin));
        return {};
    }

    /// Of a first run, before there are results.
    Result<void> syncRecord() { return record_.sync(); }

private:
    using Clock = std::chrono::steady_clock;

    void open(Input input) {
        auto opened = openInput(input, options_);
        input.text = {};
        const std::unique_lock lock(mutex_);
        --opening_;
        changed_.notify_all();
        if (!opened) {
            const Code code = opened.error().code;
            // In a folder there are other files beside those of attention.
            if (input.isFound &&
                (code == Code::notRecognised || code == Code::empty || code == Code::dataSet))
                ++outcome_.passed;
            else
                fail(input.place, -1, opened.error());
            return;
        }
        const auto document = std::make_shared<const Document>(std::move(*opened));
        for (const Problem& warning : document->warnings) warn(input.place, warning);
        const bool lacksScores =
            options_.batch.correlates && std::ranges::none_of(document->examples, hasScores);
        if (lacksScores) {
            fail(input.place, -1, noScores());
            return;
        }
        const int count = static_cast<int>(document->examples.size());
        for (int example = 0; example < count; ++example) {
            if (!record_.done().isDone(input.place, example))
                jobs_.push_back({document, input.place, example});
        }
    }

    void compute(const Job& job) {
        auto rendered =
            render(job.document->examples[job.example], job.place, job.example, options_);
        const std::unique_lock lock(mutex_);
        if (fatal_) return;
        if (!rendered) {
            fail(job.place, job.example, rendered.error());
        } else {
            keep(job, std::move(*rendered));
        }
        progress_.show(inputs_.taken(), inputs_.skipped(), outcome_.examples, outcome_.failed);
    }

    void keep(const Job& job, Rendered rendered) {
        DoneExample done;
        done.place = job.place;
        done.example = job.example;
        done.of = static_cast<int>(job.document->examples.size());
        done.isCounted = !rendered.isEmpty;
        if (options_.batch.partial) done.scores = std::move(rendered.scores);
        const auto summary = std::move(rendered.summary);
        if (auto written = results_.add(std::move(rendered)); !written) {
            end(written.error());
            return;
        }
        done.sizes = results_.sizes();
        done.shape = results_.shape();
        if (auto written = record_.add(done); !written) {
            end(written.error());
            return;
        }
        if (!done.isCounted) {
            ++outcome_.passed;
            return;
        }
        ++outcome_.examples;
        for (const LayerScores& each : done.scores) sums_.tables.add(each);
        if (options_.batch.partial) ++sums_.examples;
        sums_.inputs += hashOf(done.place, done.example);
        if (summary != nullptr) means_.add(*summary);
        if (Clock::now() < nextSync_) return;
        if (auto synced = sync(); !synced) end(synced.error());
    }

    void fail(const Place& place, int example, const Problem& problem) {
        ++outcome_.failed;
        const auto written = failed_.append(noteLine(place, example, problem, "problem"));
        if (!written) end(written.error());
    }
    void warn(const Place& place, const Problem& warning) {
        ++outcome_.warnings;
        const auto written = warnings_.append(noteLine(place, -1, warning, "warning"));
        if (!written) end(written.error());
    }
    void end(Problem problem) {
        if (!fatal_) fatal_ = std::move(problem);
        ended_ = true;
        changed_.notify_all();
    }

    const Options& options_;
    std::mutex mutex_;
    std::condition_variable changed_;
    Record record_;
    ResultFiles results_;
    GrowingFile failed_;
    GrowingFile warnings_;
    Sums sums_;
    DataSet means_;
    Inputs inputs_;
    Progress progress_;
    BatchOutcome outcome_;
    std::deque<Job> jobs_;
    int opening_ = 0;
    bool more_ = true;
    bool ended_ = false;
    Clock::time_point nextSync_ = Clock::now();
    std::optional<Problem> fatal_;
};

}  // namespace

Result<BatchOutcome> batch(const Options& options) {
    const std::string& out = options.batch.out;
    Sums sums;
    sums.settings = computedWith(options);
    std::vector<SettingText> settings = sums.settings;
    settings.push_back({"format", std::string(nameOf(options.batch.format))});
    settings.push_back({"partial", options.batch.partial ? "yes" : ""});
    settings.push_back({"csv-safe", options.cells == CsvCells::safe ? "yes" : ""});

    if (auto good = checkInputs(options, ownNames(options)); !good)
        return std::unexpected(good.error());
    // The record is held, and its settings are these, before any other file is looked at.
    auto record = takeFolder(out, options);
    if (!record) return std::unexpected(record.error());
    const std::vector<std::uint64_t> there = ResultFiles::sizesIn(out, options);
    std::vector<std::uint64_t> sizes(there.size(), 0);
    std::vector<int> shape;
    std::uint64_t before = 0;
    bool hasBegun = false;
    const auto keep = [&](DoneExample&& done) {
        if (!ResultFiles::arePossible(done.sizes, done.shape, options)) return false;
        for (std::size_t i = 0; i < done.sizes.size(); ++i) {
            if (there[i] < done.sizes[i] || done.sizes[i] < sizes[i]) return false;
        }
        for (const LayerScores& each : done.scores) sums.tables.add(each);
        if (options.batch.partial && done.isCounted) ++sums.examples;
        sums.inputs += hashOf(done.place, done.example);
        before += done.isCounted;
        sizes = std::move(done.sizes);
        shape = std::move(done.shape);
        hasBegun = true;
        return true;
    };
    if (auto good = record->load(settings, keep); !good) return std::unexpected(good.error());
    if (!hasBegun) sizes.clear();
    auto results = ResultFiles::open(out, options);
    if (!results) return std::unexpected(results.error());
    if (auto cut = results->cut(sizes, shape); !cut) return std::unexpected(cut.error());
    auto means = options.batch.summarises ? meansOf(out) : DataSet{};
    if (!means) return std::unexpected(means.error());
    // What failed is tried again; sums are there when all is done.
    std::error_code unknown;
    std::filesystem::remove(out + "/sums.json", unknown);
    auto failed = GrowingFile::open(out + "/failed.jsonl");
    if (!failed) return std::unexpected(failed.error());
    if (auto cut = failed->cut(0); !cut) return std::unexpected(cut.error());
    auto warnings = GrowingFile::open(out + "/warnings.jsonl");
    if (!warnings) return std::unexpected(warnings.error());

    Batch all(options, std::move(*record), std::move(*results), std::move(*failed),
              std::move(*warnings), std::move(sums), std::move(*means), before);
    if (auto good = hasBegun ? all.sync() : all.syncRecord(); !good)
        return std::unexpected(good.error());
    if (auto good = syncNames(out); !good) return std::unexpected(good.error());
    {
        const auto work = [&] { all.work(); };
        const Threads<decltype(work)> others(work, threadsOf(options.batch.threads) - 1);
        work();
    }
    return all.finish();
}

}  // namespace hw::cli
