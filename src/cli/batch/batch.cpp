// SPDX-License-Identifier: MIT
#include "cli/batch/batch.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "cli/batch/data_set.h"
#include "cli/batch/input/progress.h"
#include "cli/batch/record.h"
#include "cli/batch/results.h"
#include "cli/batch/sums.h"
#include "core/number_text.h"
#include "io/write/json_writer.h"

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
          inputs_(options, [this](const Place& place) { return record_.earlier(place); }),
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
        if (options_.batch.partial && options_.batch.correlates) {
            sums_.failed = static_cast<int>(outcome_.failed);
            const std::string path = options_.batch.out + "/sums.json";
            if (auto done = replaceFile(path, sumsJson(sums_)); !done)
                return std::unexpected(done.error());
        }
        return outcome_;
    }

private:
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
            if (!record_.isDone(input.place, example))
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
        if (summary != nullptr) means_.add(*summary);
    }

    /// `example` below 0: of the whole document.
    static std::string noted(const Place& place, int example, const Problem& problem,
                             std::string_view what) {
        JsonWriter json;
        json.beginObject().field("file", place.file);
        if (place.line > 0) json.field("line", static_cast<unsigned long long>(place.line));
        if (example >= 0) json.field("example", example);
        json.field(what, sentence(problem)).endObject();
        return json.take() + '\n';
    }
    void fail(const Place& place, int example, const Problem& problem) {
        ++outcome_.failed;
        const auto written = failed_.append(noted(place, example, problem, "problem"));
        if (!written) end(written.error());
    }
    void warn(const Place& place, const Problem& warning) {
        ++outcome_.warnings;
        const auto written = warnings_.append(noted(place, -1, warning, "warning"));
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
    std::optional<Problem> fatal_;
};

/// Makes the folder, if it is not there; it is empty, or has a record. Errors: cannotRead, badArgument.
Result<void> prepareFolder(const std::string& folder, const std::vector<std::uint64_t>& sizes) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) {
        return std::unexpected(
            Problem{.code = Code::cannotRead,
                    .place = {},
                    .finding = "The folder cannot be made: " + failure.message() + ".",
                    .remedy = "Check its name and its rights.",
                    .byte = {}});
    }
    if (std::filesystem::exists(folder + "/record.jsonl", failure)) return {};
    if (std::ranges::all_of(sizes, [](std::uint64_t size) { return size == 0; })) return {};
    return std::unexpected(
        Problem{.code = Code::badArgument,
                .place = {},
                .finding = "The folder holds results that no record.jsonl speaks of.",
                .remedy = "Name an empty folder, or a new one.",
                .byte = {}});
}

int threadsOf(const Options& options) {
    if (options.batch.threads > 0) return options.batch.threads;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

Result<BatchOutcome> batch(const Options& options) {
    const std::string& out = options.batch.out;
    Sums sums;
    sums.settings = computedWith(options);
    std::vector<SettingText> settings = sums.settings;
    settings.push_back({"format", std::string(nameOf(options.batch.format))});
    settings.push_back({"partial", options.batch.partial ? "yes" : ""});

    // The record is held, and its settings are these, before any other file is touched.
    const std::vector<std::uint64_t> there = ResultFiles::sizesIn(out, options);
    if (auto good = prepareFolder(out, there); !good) return std::unexpected(good.error());
    std::vector<std::uint64_t> sizes;
    std::vector<int> shape;
    std::uint64_t before = 0;
    const auto keep = [&](DoneExample&& done) {
        if (done.sizes.size() != there.size()) return false;
        for (std::size_t i = 0; i < done.sizes.size(); ++i) {
            if (there[i] < done.sizes[i]) return false;
        }
        for (const LayerScores& each : done.scores) sums.tables.add(each);
        if (options.batch.partial && done.isCounted) ++sums.examples;
        before += done.isCounted;
        sizes = std::move(done.sizes);
        shape = std::move(done.shape);
        return true;
    };
    auto record = Record::open(out, settings, keep);
    if (!record) return std::unexpected(record.error());
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
    std::vector<std::thread> threads;
    for (int i = 1; i < threadsOf(options); ++i) threads.emplace_back([&] { all.work(); });
    all.work();
    for (std::thread& thread : threads) thread.join();
    return all.finish();
}

}  // namespace hw::cli
