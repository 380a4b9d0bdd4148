// SPDX-License-Identifier: MIT
#include "cli/batch/batch.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/batch/data_set.h"
#include "cli/batch/folder.h"
#include "cli/batch/input/input_files.h"
#include "cli/batch/record/record.h"
#include "cli/batch/results.h"
#include "cli/batch/source.h"
#include "cli/batch/sums.h"
#include "cli/batch/work.h"
#include "cli/model/model_example.h"
#include "cli/threads/threads.h"
#include "core/number_text.h"

namespace hw::cli {

Result<BatchOutcome> batch(const Options& options) {
    const std::string& out = options.batch.out;
    Sums sums;
    ScoredExamples scored;
    sums.settings = computedWith(options);
    if (!options.model.model.empty()) {
        const auto mark = markOfModel(options.model.model);
        if (!mark) return std::unexpected(mark.error());
        sums.settings.push_back({"model", numberText(*mark)});
    }
    std::vector<SettingText> settings = sums.settings;
    settings.push_back({"format", std::string(nameOf(options.batch.format))});
    settings.push_back({"partial", options.batch.partial ? "yes" : ""});
    settings.push_back({"csv-safe", options.cells == CsvCells::safe ? "yes" : ""});

    const auto source = Source::open(options);
    if (!source) return std::unexpected(source.error());
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
        scored.add(done);
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

    Work all(options, *source,
             {std::move(*record), std::move(*results), std::move(*failed), std::move(*warnings),
              std::move(sums), std::move(*means), std::move(scored), before});
    if (auto good = hasBegun ? all.sync() : all.syncRecord(); !good)
        return std::unexpected(good.error());
    if (auto good = syncNames(out); !good) return std::unexpected(good.error());
    {
        const auto work = [&] { all.run(); };
        const Threads<decltype(work)> others(work, threadsOf(options.batch.threads) - 1);
        work();
    }
    return all.finish();
}

}  // namespace hw::cli
