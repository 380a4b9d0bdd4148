// SPDX-License-Identifier: MIT
// Joint attribution, as profile and as one layer's matrix.
#include <algorithm>
#include <limits>
#include <optional>

#include "core/flow/joint_attribution.h"
#include "core/localized_text.h"
#include "core/model/methods.h"
#include "engine/tasks/task_parts.h"

namespace hw {
namespace {

/// A profile is one problem per layer, from all chosen outputs together. A matrix is one problem per output.
class JointTask final : public Task {
public:
    explicit JointTask(Assignment assignment)
        : assignment_(withKey(std::move(assignment))),
          isProfile_(assignment_.query.what == Query::What::profile),
          problems_(*assignment_.example, partOf(assignment_.query.side),
                    assignment_.key.settings) {
        const AttentionTensor& tensor = *assignment_.tensor;
        answer_ = emptyAnswer(assignment_.query, isProfile_ ? tensor.layers : tensor.queries,
                              tensor.keys);
        next_ = first();
        if (isProfile_) {
            answer_.jointProof.assign(std::size_t{2} * tensor.layers,
                                      std::numeric_limits<double>::quiet_NaN());
        } else if (assignment_.query.layer < assignment_.key.settings.startLayer) {
            next_ = answer_.rows;  // takes no part and stays NaN
        }
    }

    Result<bool> step() override {
        if (next_ == answer_.rows) return true;
        const int layer = isProfile_ ? next_ : assignment_.query.layer;
        if (!problems_.readUpTo(layer)) return false;
        if (!present_) {
            const std::vector<int> alone{next_};
            auto begun = problems_.begin(layer, isProfile_ ? assignment_.outputs.tokens : alone);
            if (!begun) return std::unexpected(std::move(begun.error()));
            present_.emplace(std::move(*begun));
        }
        if (!present_->step()) return false;
        const std::vector<double> values = present_->values();
        const auto at = static_cast<std::ptrdiff_t>(next_) * answer_.cols;
        std::ranges::transform(values, answer_.values.begin() + at,
                               [](double value) { return static_cast<float>(value); });
        if (isProfile_) {
            answer_.jointProof[std::size_t{2} * next_] = present_->maxFlow();
            answer_.jointProof[std::size_t{2} * next_ + 1] = present_->gapBound();
        }
        present_.reset();
        return ++next_ == answer_.rows;
    }

    Answer answer() override {
        const bool whole = next_ == answer_.rows;
        answer_.complete =
            whole ? 1.0 : static_cast<double>(next_ - first()) / (answer_.rows - first());
        return whole ? std::move(answer_) : answer_;
    }

private:
    static Assignment withKey(Assignment assignment) {
        assignment.key = workKey(assignment, Method::joint);
        return assignment;
    }
    int first() const { return isProfile_ ? assignment_.key.settings.startLayer : 0; }

    Assignment assignment_;
    bool isProfile_;
    JointProblems problems_;
    Answer answer_;
    int next_ = 0;
    std::optional<JointAttribution> present_;
};

}  // namespace

MadeTask makeJointTask(Assignment assignment) {
    const Query& query = assignment.query;
    auto good = checkMethod(*assignment.example, partOf(query.side), Method::joint, query.settings);
    if (!good) return std::unexpected(std::move(good.error()));
    if (query.side == Side::cross)
        return std::unexpected(
            badQuestion("method", std::string(textsOf(Method::joint).notAcross)));
    if (query.what == Query::What::profile && query.outputMode == OutputMode::maxOfAll) {
        return std::unexpected(
            badQuestion("outputs", "Joint attribution has no maximum over outputs."_tr));
    }
    return std::make_unique<JointTask>(std::move(assignment));
}

}  // namespace hw
