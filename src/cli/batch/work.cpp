// SPDX-License-Identifier: MIT
#include "cli/batch/work.h"

#include <algorithm>

#include "cli/batch/experiment/experiment_table.h"
#include "cli/batch/input/input_files.h"
#include "cli/batch/why/why_table.h"
#include "cli/output/atomic_file.h"
#include "cli/output/terminal.h"

namespace hw::cli {
namespace {

std::size_t bytesOf(const ExampleOutput& rendered) {
    std::size_t bytes = 0;
    for (const std::string& part : rendered.parts) bytes += part.size();
    return bytes;
}

}  // namespace

Work::Work(const BatchOptions& options, const Source& source, BatchState begun)
    : options_(options),
      source_(source),
      started_(std::move(begun)),
      inputs_(options,
              [this](const Place& place) { return started_.record.done().earlier(place); }),
      progress_(!options.quiet && showsProgress() ? totalBytes(options) : std::nullopt,
                !options.quiet && showsProgress()) {
    outcome_.before = started_.before;
}

bool Work::mayBegin() const {
    if (jobs_.empty()) return false;
    const auto& [input, index] = jobs_.begin()->first;
    return !order_.isFull() || order_.isNext(input, index);
}

void Work::run() {
    for (;;) {
        std::unique_lock lock(mutex_);
        // Examples of open documents come first, so that there are never more open documents than threads.
        changed_.wait(lock, [&] {
            return ended_ || mayBegin() ||
                   (jobs_.empty() && (opening_ == 0 || (more_ && !order_.isFull())));
        });
        if (ended_) return;
        if (!jobs_.empty()) {
            const Job job = std::move(jobs_.begin()->second);
            jobs_.erase(jobs_.begin());
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
        const std::uint64_t number = order_.begin();
        lock.unlock();
        open(number, std::move(*input));
    }
}

Result<BatchOutcome> Work::finish() {
    progress_.clear();
    if (fatal_) return std::unexpected(*fatal_);
    std::string end;
    if (options_.summarises) end = started_.means.endLine(static_cast<int>(outcome_.failed));
    if (auto done = started_.results.finish(end); !done) return std::unexpected(done.error());
    if (auto done = sync(); !done) return std::unexpected(done.error());
    if (options_.partial && options_.correlates) {
        started_.sums.failed = static_cast<int>(outcome_.failed);
        const std::string path = options_.out + "/sums.json";
        if (auto done = replaceFile(path, sumsJson(started_.sums)); !done)
            return std::unexpected(done.error());
    }
    if (options_.runsTexts())
        if (auto done = writeTable(); !done) return std::unexpected(done.error());
    if (options_.correlates || options_.summarises) outcome_.table = tableOfScores();
    return outcome_;
}

/// The table over all examples, as correlate and merge print it.
std::string Work::tableOfScores() {
    std::vector<ExportScores> tables =
        (options_.summarises ? started_.means.scores() : started_.sums.tables).all();
    started_.scored.addChanceTo(tables);
    std::string text = options_.summarises ? started_.means.layersText() : std::string();
    if (tables.empty()) return text;
    return text + scoresText(static_cast<int>(outcome_.examples + outcome_.before), tables,
                             nameOf(options_.model.among), Format::text, options_.cells);
}

/// The table over all texts, in each form.
Result<void> Work::writeTable() {
    const std::string& out = options_.out;
    std::vector<std::pair<std::string_view, std::string>> forms;
    if (options_.asksWhy) {
        const auto table = readWhys(out);
        if (!table) return std::unexpected(table.error());
        forms = {{whyNames[0], whyTableText(*table)},
                 {whyNames[1], whyTableJson(*table, source_.mark())}};
        outcome_.table = forms[printsToTerminal() ? 0 : 1].second;
    } else {
        const auto table = readExperiments(out, options_);
        if (!table) return std::unexpected(table.error());
        forms = {{experimentNames[0], experimentText(*table, options_)},
                 {experimentNames[1], experimentTableJson(*table, options_)},
                 {experimentNames[2], experimentCsv(*table, options_.cells)}};
        outcome_.table = forms.front().second;
    }
    for (const auto& [name, text] : forms)
        if (auto done = replaceFile(out + '/' + std::string(name), text); !done) return done;
    return {};
}

Result<void> Work::sync() {
    const auto begin = Clock::now();
    if (auto done = started_.results.sync(); !done) return done;
    if (auto done = started_.record.sync(); !done) return done;
    // Syncing takes at most a tenth of the time.
    const auto end = Clock::now();
    nextSync_ = end + std::max<Clock::duration>(std::chrono::seconds(1), 10 * (end - begin));
    return {};
}

void Work::open(std::uint64_t number, Input input) {
    auto opened = source_.read(input);
    input.text = {};
    const std::unique_lock lock(mutex_);
    --opening_;
    changed_.notify_all();
    take(number, input, std::move(opened));
}

void Work::take(std::uint64_t number, const Input& input, Result<OpenInput> opened) {
    const auto failWith = [&](const Problem& problem) {
        order_.opened(number, 0,
                      [this, place = input.place, problem] { fail(place, -1, problem); });
    };
    if (!opened) {
        const Code code = opened.error().code;
        // A folder may also contain files without attention.
        if (input.isFound &&
            (code == Code::notRecognised || code == Code::empty || code == Code::dataSet)) {
            ++outcome_.passed;
            order_.opened(number, 0, {});
        } else {
            failWith(opened.error());
        }
        return;
    }
    const Item item{std::make_shared<const OpenInput>(std::move(*opened)), input.place};
    const Document* document = item.opened->document.get();
    if (options_.correlates && document != nullptr &&
        std::ranges::none_of(document->examples, hasScores)) {
        failWith(noScores());
        return;
    }
    int index = 0;
    for (int example = 0; example < item.opened->examples(); ++example)
        if (!started_.record.done().isDone(input.place, example)) {
            jobs_.emplace(std::pair(number, index), Job{item, example, number, index});
            ++index;
        }
    order_.opened(number, index, [this, item] {
        if (item.opened->document == nullptr) return;
        for (const Problem& warning : item.opened->document->warnings)
            warn(item.place, -1, warning);
    });
}

void Work::compute(const Job& job) {
    auto rendered = source_.render(*job.item.opened, job.item.place, job.example);
    const std::size_t bytes = rendered ? bytesOf(*rendered) : 0;
    const auto shared = std::make_shared<Result<ExampleOutput>>(std::move(rendered));
    const std::unique_lock lock(mutex_);
    if (fatal_) return;
    order_.computed(job.input, job.index, bytes, [this, job, shared] {
        if (fatal_) return;
        if (!*shared) {
            fail(job.item.place, job.example, shared->error());
        } else {
            keep(job, std::move(**shared));
        }
    });
    changed_.notify_all();
    progress_.show(inputs_.taken(), inputs_.skipped(), outcome_.examples, outcome_.failed);
}

void Work::keep(const Job& job, ExampleOutput rendered) {
    DoneExample done;
    done.place = job.item.place;
    done.example = job.example;
    done.of = job.item.opened->examples();
    done.isCounted = !rendered.isEmpty;
    done.scores = std::move(rendered.scores);
    done.cluster = std::move(rendered.cluster);
    const auto summary = std::move(rendered.summary);
    for (const Problem& warning : rendered.warnings) warn(job.item.place, job.example, warning);
    if (auto written = started_.results.add(std::move(rendered)); !written) {
        end(written.error());
        return;
    }
    done.sizes = started_.results.sizes();
    done.shape = started_.results.shape();
    if (auto written = started_.record.add(done); !written) {
        end(written.error());
        return;
    }
    if (!done.isCounted) {
        ++outcome_.passed;
        return;
    }
    ++outcome_.examples;
    for (const LayerScores& each : done.scores) started_.sums.tables.add(each);
    started_.scored.add(done);
    if (options_.partial) ++started_.sums.examples;
    started_.sums.inputs += hashOf(done.place, done.example);
    if (summary != nullptr) started_.means.add(*summary);
    if (Clock::now() < nextSync_) return;
    if (auto synced = sync(); !synced) end(synced.error());
}

void Work::fail(const Place& place, int example, const Problem& problem) {
    ++outcome_.failed;
    const auto written = started_.failed.append(noteLine(place, example, problem, "problem"));
    if (!written) end(written.error());
    if (affectsAll(problem)) {
        Problem stopped = problem;
        stopped.finding +=
            " The batch stopped because every other text would fail in the same way.";
        end(std::move(stopped));
    }
    if (outcome_.failed == 1) firstFailure_ = sentence(problem);
}

bool Work::affectsAll(const Problem& problem) const {
    if (outcome_.examples + outcome_.before > 0 || problem.code != Code::badArgument) return false;
    constexpr std::string_view ofOptions[] = {"", "model", "scores", "target"};
    if (std::ranges::find(ofOptions, problem.place) != std::end(ofOptions)) return true;
    // For a word that the model does not have, the place is the word itself.
    if (options_.model.target.contains(problem.place)) return true;
    return outcome_.failed == 2 && sentence(problem) == firstFailure_;
}

void Work::warn(const Place& place, int example, const Problem& warning) {
    ++outcome_.warnings;
    const auto written = started_.warnings.append(noteLine(place, example, warning, "warning"));
    if (!written) end(written.error());
}

void Work::end(Problem problem) {
    if (!fatal_) fatal_ = std::move(problem);
    ended_ = true;
    changed_.notify_all();
}

}  // namespace hw::cli
