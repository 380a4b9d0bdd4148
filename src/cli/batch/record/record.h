// SPDX-License-Identifier: MIT
// DIR/record.jsonl: the settings of a batch and the examples that are done. A line is added once an
// example's results are in their files, with the sizes that these then have: anything beyond them, after the
// program was stopped, belongs to no example.
//
//   {"format":"headwaters-batch/1","program":"...","settings":{"method":"rollout",...}}
//   {"synced":"0b1f..."}
//   {"file":"a.jsonl","line":3,"mark":7,"example":0,"of":1,"sizes":[1024],"shape":[12,32,32],"scores":[...]}
//
// What stands before a line "synced" is on the disk, with its results. Its text names the system's start in which it was
// written: when a later run finds another start, lines behind the last such line do not count.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cli/batch/input/file.h"
#include "cli/batch/record/done_examples.h"
#include "cli/setting_options.h"

namespace hw::cli {

class Record {
public:
    /// Takes the folder for this process: nothing in it may be looked at or touched before. Errors: cannotRead, and
    /// badArgument if another process is writing there now.
    static Result<Record> hold(const std::string& folder);
    /// True before the first run.
    bool isNew() const { return file_.size() == 0; }
    /// Loads what an earlier run wrote, or begins. `keep` is asked for each example in turn whether it is still
    /// there; from the first one that is not, all are forgotten. A line that is no JSON was being written when the
    /// power went. Errors: cannotRead, and badArgument if the settings differ or a line holds what batch does not
    /// write: nothing is touched then.
    Result<void> load(const std::vector<SettingText>& settings,
                      const std::function<bool(DoneExample&&)>& keep);
    const DoneExamples& done() const { return done_; }
    Result<void> add(const DoneExample& done) { return file_.append(lineOf(done)); }
    /// To be called once the results of all that was added are on the disk: returns when the record is, too.
    Result<void> sync();

private:
    Record(std::string folder, GrowingFile file)
        : folder_(std::move(folder)), file_(std::move(file)) {}

    std::string folder_;
    GrowingFile file_;
    DoneExamples done_;
};

}  // namespace hw::cli
