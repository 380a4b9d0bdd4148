// SPDX-License-Identifier: MIT
// Checkpoints of a training as files, each with its step.
#pragma once

#include <expected>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "model/files/byte_source.h"
#include "model/steps/steps.h"

namespace hw::model {

/// A checkpoint's own files, and of `shared` those that it lacks, such as config and tokenizer, but no weights.
std::vector<Part> withShared(std::vector<Part> own, const std::vector<Part>& shared);

/// badArgument for a step without weights. `steps` are those that have some, ascending.
std::unexpected<Problem> noSuchStep(int step, std::span<const int> steps);

/// Opens a checkpoint when its step is wanted, and keeps the latest ones open.
class Checkpoints : public Steps {
public:
    /// `first` is the model that is open, `shared` are its files. Their weights have no step here.
    Checkpoints(const Session& first, std::vector<Part> shared);

    /// Adds a checkpoint, or replaces the one of the same step. Reads nothing.
    void add(int step, std::vector<Part> parts);
    /// Errors also: those of Session::open; badArgument for another architecture than that of the first model.
    Result<std::shared_ptr<const Session>> at(int step, const Progress& progress) override;

private:
    Result<void> check(const Session& session) const;
    /// Closes those that were not used for the longest time.
    void makeRoom();

    Facts first_;
    std::vector<Part> shared_;
    struct Open {
        int step = 0;
        std::shared_ptr<const Session> session;
    };
    std::map<int, std::vector<Part>> parts_;
    std::vector<Open> open_;  ///< the latest used is last
};

}  // namespace hw::model
