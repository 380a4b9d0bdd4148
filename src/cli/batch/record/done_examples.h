// SPDX-License-Identifier: MIT
// The examples that a batch has done: as lines of its record, and which documents need no more work.
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
    std::vector<std::uint64_t> sizes;  ///< of the files of results, including this example
    std::vector<int> shape;  ///< shared by the results of all examples so far; empty: they differ
    std::vector<LayerScores> scores;  ///< of correlate and summary
    std::string cluster;              ///< the one that the example names, or empty
    bool isCounted = true;            ///< false: it has nothing to correlate, and no results
};

/// Its line in the record, with its end.
std::string lineOf(const DoneExample& done);
/// The inverse, of a line that anybody may have changed: nothing for what batch does not write.
std::optional<DoneExample> readDone(std::string_view line);

/// A number that hardly any other example has: of where it is from and what it was.
std::uint64_t hashOf(const Place& place, int example);

/// Memory: some bytes a line, whatever numbers the lines claim to have.
class DoneExamples {
public:
    /// False if it contradicts what was said before: an example twice, another number of examples.
    bool remember(const Place& place, int example, int of);
    /// What earlier runs did with a document.
    Earlier earlier(const Place& place) const;
    /// Whether all its examples, or the given one, are done.
    bool isDone(const Place& place) const;
    bool isDone(const Place& place, int example) const;

private:
    /// Of a document that is only partly done: how many examples it has, and which of them are done.
    struct Partly {
        int of = 1;
        std::set<int> done;
    };
    /// Marks of lines by 64: lines mostly follow one another.
    static constexpr std::uint64_t marksInOne = 64;
    using Marks = std::map<std::uint64_t, std::array<std::uint32_t, marksInOne>>;
    /// For one file.
    struct Known {
        std::map<std::uint64_t, std::uint64_t> runs;  ///< whole documents: first line, last line
        std::map<std::uint64_t, Partly> documents;    ///< those only partly done
        Marks marks;                                  ///< of each line; of the file itself at 0
    };
    std::map<std::string, Known> files_;
};

class ScoredExamples {
public:
    /// Beyond this many numbers (80 MB) the table has intervals from its sums and no tests.
    static constexpr std::size_t mostNumbers = 10'000'000;

    void add(const DoneExample& done);
    /// Those of another part of the data set.
    void add(ScoredExamples&& other);
    /// What the tables lack is lost: they have intervals and no tests.
    void giveUp();
    std::size_t count() const { return examples_.size(); }
    /// Adds intervals and tests to tables of the means of these examples.
    void addChanceTo(std::vector<ExportScores>& tables) const;

private:
    std::vector<ScoredExample> examples_;
    std::size_t numbers_ = 0;
    bool isWhole_ = true;
};

/// Those of the record in a folder; nothing if it has none, or a line that batch does not write.
std::optional<ScoredExamples> scoredIn(const std::string& folder);

}  // namespace hw::cli
