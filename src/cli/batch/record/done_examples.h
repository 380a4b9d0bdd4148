// SPDX-License-Identifier: MIT
// The examples that a batch has done, as lines of its record, and which documents need no more work.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/batch/input/inputs.h"
#include "cli/correlate/scores.h"

namespace hw::cli {

/// An example whose results are written.
struct DoneExample {
    Place place;
    int example = 0;
    int of = 1;                        ///< number of examples in its document
    std::vector<std::uint64_t> sizes;  ///< of the result files, including this example
    std::vector<int> shape;  ///< shared by the results of all examples so far, empty if they differ
    std::vector<LayerScores> scores;  ///< of correlate and summary
    std::string cluster;              ///< the one that the example names, or empty
    bool isCounted =
        true;  ///< false for an example without scores to correlate, which has no results
};

/// Its line in the record, with its end.
std::string lineOf(const DoneExample& done);
/// The inverse, for a line that anybody may have changed. Nothing if batch would not write it.
std::optional<DoneExample> readDone(std::string_view line);

/// A hash that hardly any other example has, from its place and content.
std::uint64_t hashOf(const Place& place, int example);

/// Memory: some bytes per line, even if the lines contain huge numbers.
class DoneExamples {
public:
    /// False if it contradicts an earlier line, by a repeated example or another number of examples.
    bool remember(const Place& place, int example, int of);
    /// How far earlier runs got with a document.
    PriorResults earlier(const Place& place) const;
    /// Whether all its examples, or the given one, are done.
    bool isDone(const Place& place) const;
    bool isDone(const Place& place, int example) const;

private:
    /// A document that is only partly done, with the number of its examples and those that are done.
    struct PartialDocument {
        int of = 1;
        std::set<int> done;
    };
    /// Marks of lines in blocks of 64, since lines mostly follow one another.
    static constexpr std::uint64_t marksInOne = 64;
    using Marks = std::map<std::uint64_t, std::array<std::uint32_t, marksInOne>>;
    /// For one file.
    struct Known {
        std::map<std::uint64_t, std::uint64_t>
            runs;  ///< finished documents, from first line to last line
        std::map<std::uint64_t, PartialDocument> documents;  ///< partly done documents
        Marks marks;  ///< of each line. Line 0 is the file itself
    };
    std::map<std::string, Known> files_;
};

class ScoredExamples {
public:
    /// Beyond this many numbers (80 MB) the table has only intervals, computed from its sums, and no tests.
    static constexpr std::size_t mostNumbers = 10'000'000;

    void add(const DoneExample& done);
    /// Adds the examples of another part of the data set.
    void add(ScoredExamples&& other);
    /// Drops the examples when some are missing. The tables then have intervals and no tests.
    void giveUp();
    std::size_t count() const { return examples_.size(); }
    /// Adds intervals and tests to tables of the means of these examples.
    void addChanceTo(std::vector<ExportScores>& tables) const;

private:
    std::vector<ScoredExample> examples_;
    std::size_t numbers_ = 0;
    bool isWhole_ = true;
};

/// The examples of a folder's record. Nothing if it has none, or a line that batch would not write.
std::optional<ScoredExamples> scoredIn(const std::string& folder);

}  // namespace hw::cli
