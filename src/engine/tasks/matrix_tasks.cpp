// SPDX-License-Identifier: MIT
// Raw attention, rollout, gradient rollout and relevance, as profile or as one layer's matrix.
#include <algorithm>

#include "core/localized_text.h"
#include "core/matrix/matrix.h"
#include "core/methods/steps/fuse.h"
#include "engine/tasks/task_parts.h"

namespace hw {
namespace {

void putRow(Answer& answer, int row, const std::vector<float>& values) {
    std::copy(values.begin(), values.end(),
              answer.values.begin() + static_cast<std::ptrdiff_t>(row) * answer.cols);
}

void putMatrix(Answer& answer, MatrixView matrix) {
    const auto values = matrix.values();
    answer.values.assign(values.begin(), values.end());
}

Answer frameFor(const Assignment& assignment) {
    const AttentionTensor& tensor = *assignment.tensor;
    const bool profile = assignment.query.what == Query::What::profile;
    return emptyAnswer(assignment.query, profile ? tensor.layers : tensor.queries, tensor.keys);
}

/// A matrix is sent as a whole, a profile when all layers before `next` are there. Until then a copy is sent, with the
/// share `done` of it (0..1).
Answer answerSoFar(Answer& answer, const Assignment& assignment, int next, double done) {
    const bool profile = assignment.query.what == Query::What::profile;
    const bool whole = !profile || next == assignment.tensor->layers;
    answer.complete = whole ? 1.0 : done;
    return whole ? std::move(answer) : answer;
}

/// Fuses each layer on demand, which is cheaper than keeping it.
class RawTask final : public Task {
public:
    explicit RawTask(Assignment assignment)
        : assignment_(std::move(assignment)), answer_(frameFor(assignment_)) {
        assignment_.key = workKey(assignment_, Method::raw);
    }

    Result<bool> step() override {
        const bool profile = assignment_.query.what == Query::What::profile;
        const Settings& s = assignment_.key.settings;
        const int layer = profile ? next_ : assignment_.query.layer;
        const Matrix fused = fuseHeads(*assignment_.tensor, layer, s);
        if (!profile) {
            putMatrix(answer_, fused);
            return true;
        }
        putRow(answer_, layer, outputRow(fused, assignment_.outputs));
        return ++next_ == assignment_.tensor->layers;
    }

    Answer answer() override {
        const double done = static_cast<double>(next_) / assignment_.tensor->layers;
        return answerSoFar(answer_, assignment_, next_, done);
    }

private:
    Assignment assignment_;
    Answer answer_;
    int next_ = 0;
};

/// Reads a stack that all questions about the same method and settings share.
class StackTask final : public Task {
public:
    StackTask(Assignment assignment, std::shared_ptr<StackWork> work)
        : assignment_(std::move(assignment)),
          work_(std::move(work)),
          answer_(frameFor(assignment_)),
          next_(work_->firstLayer()) {}

    Result<bool> step() override {
        const bool profile = assignment_.query.what == Query::What::profile;
        if (profile) return stepProfile();
        const int layer = assignment_.query.layer;
        if (layer < work_->firstLayer()) return true;  // takes no part and stays NaN
        while (work_->at(layer) == nullptr) {
            if (!work_->advance()) return missing();
            if (work_->at(layer) == nullptr) return false;
        }
        putMatrix(answer_, *work_->at(layer));
        return true;
    }

    Answer answer() override {
        return answerSoFar(answer_, assignment_, next_, std::min(work_->progress(), 0.999));
    }

private:
    Result<bool> stepProfile() {
        if (work_->at(next_) == nullptr && !work_->advance()) return missing();
        while (const Matrix* matrix = work_->at(next_)) {
            putRow(answer_, next_, outputRow(*matrix, assignment_.outputs));
            if (++next_ == assignment_.tensor->layers) return true;
        }
        return false;
    }
    static Result<bool> missing() {
        return std::unexpected(
            badQuestion("layer", "The method gives no values for this layer."_tr));
    }

    Assignment assignment_;
    std::shared_ptr<StackWork> work_;
    Answer answer_;
    int next_;  // layer to be read next, for profiles
};

}  // namespace

MadeTask makeRawTask(Assignment assignment) {
    const auto good = checkMethod(*assignment.example, partOf(assignment.query.side), Method::raw,
                                  assignment.query.settings);
    if (!good) return std::unexpected(good.error());
    return std::make_unique<RawTask>(std::move(assignment));
}

MadeTask makeStackTask(Assignment assignment, WorkCache& cache) {
    assignment.key = workKey(assignment, assignment.query.method);
    auto work = cache.stack(assignment.example, assignment.key);
    if (!work) return std::unexpected(std::move(work.error()));
    return std::make_unique<StackTask>(std::move(assignment), std::move(*work));
}

}  // namespace hw
