// SPDX-License-Identifier: MIT
// The results of a batch. An example as text or columns, and the files that receive it.
//
//   jsonl  results.jsonl: {"file","line","example", ...}, then what the command prints for the example
//   csv    results.csv: a line per number, with a header: file, line, example, layer, query, its token, key,
//          its token, value; with --token no query; for correlate importance, method, layer, correlation
//   npy    an array per column, an element per example: line, example, first_layer, layers, queries, keys,
//          offset (of its first number). values holds the numbers of all, [examples][layers][queries][keys]
//          if shapes are equal (--token: no queries; correlate: [examples][scores][methods][layers]), else
//          one after the other. examples.jsonl: file, line, example and tokens of each
// Layers count from 1 as in all results, except in arrays.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/batch/input/file.h"
#include "cli/batch/input/inputs.h"
#include "cli/correlate/scores.h"

namespace hw::cli {

struct Summary;

/// The data that an example adds to each file.
struct ExampleOutput {
    std::vector<std::string> parts;   ///< one per file
    std::vector<int> shape;           ///< of its numbers, empty if they are not a regular array
    std::vector<LayerScores> scores;  ///< of correlate and summary
    std::string cluster;              ///< the example's
    std::shared_ptr<const Summary> summary;
    bool isEmpty = false;  ///< nothing to write
    std::vector<Problem> warnings = {};
};

/// Computes the result of one example for the options, and formats it. Errors: those of the method. Thread safe.
Result<ExampleOutput> render(const Example& example, const Place& place, int number,
                             const BatchOptions& options);

/// A line of results.jsonl from a complete object. The place comes before the members of `object`.
ExampleOutput renderLine(std::string_view object, const Place& place, int number);

/// The files of results in a folder.
class ResultFiles {
public:
    static Result<ResultFiles> open(const std::string& folder, const BatchOptions& options);
    static std::vector<std::string> names(const BatchOptions& options);
    /// The sizes of the existing files, 0 for a missing one. Does not change them.
    static std::vector<std::uint64_t> sizesIn(const std::string& folder,
                                              const BatchOptions& options);
    /// Whether batch can have written files of these sizes. They come from a record, which anybody may have changed.
    static bool arePossible(const std::vector<std::uint64_t>& sizes, const std::vector<int>& shape,
                            const BatchOptions& options);
    /// Truncates the files to the sizes in a record, or to nothing without sizes.
    Result<void> cut(const std::vector<std::uint64_t>& sizes, const std::vector<int>& shape);
    Result<void> add(ExampleOutput rendered);
    /// Call after the last example. `end` is the last line of a summary's list.
    Result<void> finish(std::string_view end);
    /// Returns once all of them are on the disk.
    Result<void> sync() const;
    std::vector<std::uint64_t> sizes() const;
    /// Shared by all examples so far, empty if they differ.
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
