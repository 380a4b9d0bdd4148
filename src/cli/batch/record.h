// SPDX-License-Identifier: MIT
// DIR/record.jsonl: with which settings a batch runs and which examples are done. A line goes into it when an
// example's results are in their files, with the sizes that these then have: whatever lies behind them after the
// program was stopped belongs to no example.
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
    int of = 1;                        ///< how many its document has
    std::vector<std::uint64_t> sizes;  ///< of the files of results, with it
    std::vector<int> shape;  ///< of the results of every example so far; empty: they differ
    std::vector<LayerScores> scores;  ///< with --partial
    bool isCounted = true;            ///< false: nothing to correlate, and no results
};

class Record {
public:
    /// Takes what an earlier run left in the folder, or begins. `keep` says of each example in turn whether it is
    /// there still; from the first that is not, all are forgotten. Errors: cannotRead, and badArgument if the
    /// settings are others or another program writes there now.
    static Result<Record> open(const std::string& folder, const std::vector<SettingText>& settings,
                               const std::function<bool(DoneExample&&)>& keep);
    /// What earlier runs did of a document.
    Earlier earlier(const Place& place) const;
    /// Whether every example of it, or one, was done.
    bool isDone(const Place& place) const;
    bool isDone(const Place& place, int example) const;
    Result<void> add(const DoneExample& done) { return file_.append(lineOf(done)); }

private:
    /// Of one file.
    struct Known {
        std::map<std::uint64_t, std::uint64_t> runs;  ///< whole documents: first line, last line
        std::map<std::uint64_t, std::vector<bool>> documents;  ///< those done in part
        std::vector<std::uint32_t> marks;                      ///< of each line; of the file at 0
    };
    explicit Record(GrowingFile file) : file_(std::move(file)) {}
    static std::string lineOf(const DoneExample& done);
    void remember(const Place& place, int example, int of);

    GrowingFile file_;
    std::map<std::string, Known> files_;
};

}  // namespace hw::cli
