// SPDX-License-Identifier: MIT
// DIR/record.jsonl: the settings of a batch and the examples that are done. A line is added once an example's results
// are in their files. It has the sizes of those files. If the program stops, anything beyond these sizes belongs to no
// example.
//
//   {"format":"headwaters-batch/1","program":"...","settings":{"method":"rollout",...}}
//   {"synced":"0b1f..."}
//   {"file":"a.jsonl","line":3,"mark":7,"example":0,"of":1,"sizes":[1024],"shape":[12,32,32],"scores":[...]}
//
// Lines before a "synced" line are on the disk, with their results. The "synced" line names the start of the system in
// which it was written. If a later run finds another start, lines after the last "synced" line do not count.
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
    /// Locks the folder for this process, before anything in it is read or written. Errors: cannotRead, and badArgument
    /// if another process is writing there now.
    static Result<Record> hold(const std::string& folder);
    /// True before the first run.
    bool isNew() const { return file_.size() == 0; }
    /// Loads the record of an earlier run, or starts a new one. Calls `keep` with each example in turn to ask whether
    /// it is still there. From the first missing one on, all are forgotten. A line that is not JSON was being written
    /// when the power went. Errors: cannotRead, and badArgument if the settings differ or a line is not one that batch
    /// writes. After an error, no file has changed.
    Result<void> load(const std::vector<SettingText>& settings,
                      const std::function<bool(DoneExample&&)>& keep);
    const DoneExamples& done() const { return done_; }
    Result<void> add(const DoneExample& done) { return file_.append(lineOf(done)); }
    /// Call once the results of all added examples are on the disk. Returns when the record is, too.
    Result<void> sync();

private:
    Record(std::string folder, GrowingFile file)
        : folder_(std::move(folder)), file_(std::move(file)) {}

    std::string folder_;
    GrowingFile file_;
    DoneExamples done_;
};

}  // namespace hw::cli
