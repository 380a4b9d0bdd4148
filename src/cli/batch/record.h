// SPDX-License-Identifier: MIT
// DIR/record.jsonl: the settings of a batch and the examples that are done. A line is added once an
// example's results are in their files, with the sizes that these then have: anything beyond them, after the
// program was stopped, belongs to no example.
//
//   {"format":"headwaters-batch/1","program":"...","settings":{"method":"rollout",...}}
//   {"file":"a.jsonl","line":3,"mark":7,"example":0,"of":1,"sizes":[1024],"shape":[12,32,32],"scores":[...]}
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/batch/input/file.h"
#include "cli/batch/input/inputs.h"
#include "cli/scores.h"
#include "cli/setting_texts.h"

namespace hw::cli {

/// An example whose results are written.
struct DoneExample {
    Place place;
    int example = 0;
    int of = 1;                        ///< number of examples in its document
    std::vector<std::uint64_t> sizes;  ///< of the files of results, including this example
    std::vector<int> shape;  ///< shared by the results of all examples so far; empty: they differ
    std::vector<LayerScores> scores;  ///< with --partial
    bool isCounted = true;            ///< false: it has nothing to correlate, and no results
};

class Record {
public:
    /// Loads the record of an earlier run in the folder, or starts one. `keep` is asked for each example in
    /// turn whether it is still there; from the first one that is not, all are forgotten. Errors: cannotRead,
    /// and badArgument if the settings differ or another process is writing there now.
    static Result<Record> open(const std::string& folder, const std::vector<SettingText>& settings,
                               const std::function<bool(DoneExample&&)>& keep);
    /// What earlier runs did with a document.
    Earlier earlier(const Place& place) const;
    /// Whether all its examples, or the given one, are done.
    bool isDone(const Place& place) const;
    bool isDone(const Place& place, int example) const;
    Result<void> add(const DoneExample& done) { return file_.append(lineOf(done)); }

private:
    /// For one file.
    struct Known {
        std::map<std::uint64_t, std::uint64_t> runs;  ///< whole documents: first line, last line
        std::map<std::uint64_t, std::vector<bool>> documents;  ///< those only partly done
        std::vector<std::uint32_t> marks;  ///< of each line; of the file itself at 0
    };
    explicit Record(GrowingFile file) : file_(std::move(file)) {}
    static std::string lineOf(const DoneExample& done);
    void remember(const Place& place, int example, int of);

    GrowingFile file_;
    std::map<std::string, Known> files_;
};

}  // namespace hw::cli
