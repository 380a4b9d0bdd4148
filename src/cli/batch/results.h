// SPDX-License-Identifier: MIT
// The results of a batch: what an example gives as text or columns, and the files that they go into.
//
//   jsonl  results.jsonl: {"file","line","example", ...}, and behind these what the command prints for the example
//   csv    results.csv: a line a number, with a header: file, line, example, layer, query, its token, key, its token,
//          value; with --token without the query; of correlate importance, method, layer, correlation
//   npy    one array a column, an element an example: line, example, first_layer, layers, queries, keys, offset (where
//          its numbers begin). values holds the numbers of all, [examples][layers][queries][keys] if all are alike
//          (--token: without queries; correlate: [examples][scores][methods][layers]), else one after the other.
//          examples.jsonl: file, line, example and tokens of each
// Layers count from 1 as in all results, but for those of arrays.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/batch/input/file.h"
#include "cli/batch/input/inputs.h"
#include "cli/scores.h"

namespace hw::cli {

struct Summary;

/// What an example adds to each file.
struct Rendered {
    std::vector<std::string> parts;   ///< one a file
    std::vector<int> shape;           ///< of its numbers; empty: they are not regular
    std::vector<LayerScores> scores;  ///< of correlate
    std::shared_ptr<const Summary> summary;
    bool isEmpty = false;  ///< nothing to write
};

/// Computes what the options ask of one example, and writes it as their format has it. Errors: those of the
/// method. May run in several threads.
Result<Rendered> render(const Example& example, const Place& place, int number,
                        const Options& options);

/// The files of results in a folder.
class ResultFiles {
public:
    static Result<ResultFiles> open(const std::string& folder, const Options& options);
    /// The sizes of those that are there, without touching them; 0 for one that is not.
    static std::vector<std::uint64_t> sizesIn(const std::string& folder, const Options& options);
    /// Begins again at what a record says; without sizes from nothing.
    Result<void> cut(const std::vector<std::uint64_t>& sizes, const std::vector<int>& shape);
    Result<void> add(Rendered rendered);
    /// When the last example is there; `end` is the last line of a summary's list.
    Result<void> finish(std::string_view end);
    std::vector<std::uint64_t> sizes() const;
    /// Of every example's numbers so far; empty if they differ.
    const std::vector<int>& shape() const { return shape_; }

private:
    Result<void> writeHeads();

    BatchFormat format_ = BatchFormat::jsonl;
    bool hasDoubles_ = false;
    std::string head_;  ///< first line of the last file, if it has one
    std::vector<GrowingFile> files_;
    std::vector<int> shape_;
    std::chrono::steady_clock::time_point headsWritten_;
};

}  // namespace hw::cli
