// SPDX-License-Identifier: MIT
// Questions about single heads.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/localized_text.h"
#include "core/matrix/matrix.h"
#include "core/methods/rollout.h"
#include "core/statistics/head_statistics.h"
#include "core/tokens/token_text.h"
#include "engine/tasks/task_parts.h"
#include "engine/tasks/thumbnail.h"

namespace hw {
namespace {

class HeadsTask final : public Task {
public:
    /// `below` is the rollout below the heads. Null for their weights.
    HeadsTask(Assignment assignment, std::shared_ptr<StackWork> below)
        : assignment_(std::move(assignment)), below_(std::move(below)) {
        const AttentionTensor& tensor = *assignment_.tensor;
        const Query& query = assignment_.query;
        if (query.what == Query::What::headMatrix) {
            answer_ = emptyAnswer(query, tensor.queries, tensor.keys);
        } else if (query.what == Query::What::heads) {
            queries_ = groupsOf(query.grouping.queries, tensor.queries);
            keys_ = groupsOf(query.grouping.keys, tensor.keys);
            rows_ = std::min(queries_.count, mostCells);
            // A single row is not shrunk, since it shows what an output attends to.
            cols_ = rows_ == 1 ? keys_.count : std::min(keys_.count, mostCells);
            answer_ = emptyAnswer(query, tensor.heads, rows_ * cols_);
        } else {
            answer_ = emptyAnswer(query, tensor.layers * tensor.heads, 3);
            const Example& example = *assignment_.example;
            const bool inDecoder = query.side == Side::decoder;
            const auto& keys = inDecoder ? example.decoder->tokens : example.tokens;
            special_ = specialTokens(keys, example.specialTokens);
        }
    }

    Result<bool> step() override {
        const AttentionTensor& tensor = *assignment_.tensor;
        const Query& query = assignment_.query;
        if (query.what == Query::What::headMatrix) {
            const auto values = tensor.matrix(query.layer, query.head, room_).values();
            answer_.values.assign(values.begin(), values.end());
            return true;
        }
        if (query.what == Query::What::heads) {
            if (below_ != nullptr) {
                if (query.layer < below_->firstLayer()) {
                    next_ = tensor.heads;  // takes no part and stays NaN
                    return true;
                }
                if (!isThereBelow()) return false;
                rolled_ =
                    rolloutOfHead(tensor, assignment_.key.settings, query.layer, next_,
                                  below_->at(query.layer - 1),
                                  query.side == Side::encoder ? assignment_.example->fixedResidual
                                                              : std::span<const float>());
            }
            const MatrixView head =
                below_ != nullptr ? MatrixView(rolled_) : tensor.matrix(query.layer, next_, room_);
            if (query.grouping.isEmpty()) {
                putThumbnail(head, rows_, cols_, row(next_));
            } else {
                putThumbnail(groupMatrix(head, queries_, keys_, divisionOf(query.grouping)), rows_,
                             cols_, row(next_));
            }
            return ++next_ == tensor.heads;
        }
        const HeadStatistics found = headStatistics(
            tensor.matrix(next_ / tensor.heads, next_ % tensor.heads, room_), special_);
        const std::span<float> out = row(next_);
        out[0] = static_cast<float>(found.entropy / std::numbers::ln2);
        out[1] = static_cast<float>(found.meanDistance);
        out[2] = static_cast<float>(found.specialShare);
        return ++next_ == answer_.rows;
    }

    Answer answer() override {
        const bool whole =
            assignment_.query.what == Query::What::headMatrix || next_ == answer_.rows;
        answer_.complete = whole ? 1.0 : static_cast<double>(next_) / answer_.rows;
        return whole ? std::move(answer_) : answer_;
    }

private:
    /// Computes one layer of it per call.
    bool isThereBelow() {
        const int layer = assignment_.query.layer - 1;
        return layer < below_->firstLayer() || below_->at(layer) != nullptr ||
               (below_->advance() && below_->at(layer) != nullptr);
    }
    std::span<float> row(int index) {
        const std::size_t size = answer_.cols;
        return std::span(answer_.values).subspan(std::size_t{1} * index * size, size);
    }

    Assignment assignment_;
    std::shared_ptr<StackWork> below_;
    Matrix rolled_;
    Answer answer_;
    std::vector<bool> special_;
    std::vector<float> room_;
    TokenGroups queries_;  ///< for thumbnails
    TokenGroups keys_;
    int rows_ = 0;
    int cols_ = 0;
    int next_ = 0;
};

}  // namespace

MadeTask makeHeadsTask(Assignment assignment, WorkCache& cache) {
    std::shared_ptr<StackWork> below;
    if (assignment.query.what == Query::What::heads && specOf(assignment.query.method).hasSteps) {
        if (assignment.query.side == Side::cross)
            return std::unexpected(
                badQuestion("method", "Only heads of one side have layers below them."_tr));
        if (assignment.query.method == Method::flow)
            return makeHeadFlowsTask(std::move(assignment));
        assignment.key = workKey(assignment, Method::rollout);
        assignment.key.settings.headOfLayer.clear();
        auto work = cache.stack(assignment.example, assignment.key);
        if (!work) return std::unexpected(std::move(work.error()));
        below = std::move(*work);
    }
    return std::make_unique<HeadsTask>(std::move(assignment), std::move(below));
}

}  // namespace hw
