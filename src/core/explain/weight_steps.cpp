// SPDX-License-Identifier: MIT
#include "core/explain/weight_steps.h"

#include <algorithm>
#include <cmath>

#include "core/flow/flow_capacities.h"
#include "core/matrix/matrix.h"
#include "core/matrix/ordered_sums.h"
#include "core/methods/gradient_methods.h"
#include "core/methods/steps/effective_attention.h"
#include "core/methods/steps/fuse.h"
#include "core/methods/steps/fuse_row.h"
#include "core/methods/steps/row_steps.h"
#include "core/model/head_choice.h"

namespace hw {
namespace {

bool usesGradients(Method method) { return specOf(method).needsGradients; }

std::vector<double> doublesOf(const Matrix& matrix) {
    return {matrix.data(), matrix.data() + matrix.size()};
}

double rowSum(const Matrix& matrix, int row) { return sumInOrder(matrix.row(row)); }

/// Watches one cell on its way through applySteps.
class CellWatch {
public:
    CellWatch(std::vector<WeightStep>& steps, int query, int key)
        : steps_(steps), query_(query), key_(key) {}

    void see(WeightStep::Kind kind, const Matrix& matrix) {
        WeightStep step{kind, matrix(query_, key_), 1.0};
        if (kind == WeightStep::Kind::divided) {
            // The value before gives the divisor, even with vit-explain's slip.
            const double before = steps_.empty() ? 0.0 : steps_.back().value;
            step.sum = step.value != 0.0 && before != 0.0 ? before / step.value : sumBefore_;
        }
        steps_.push_back(step);
        sumBefore_ = rowSum(matrix, query_);
    }
    void operator()(MatrixStep step, const Matrix& matrix) {
        using Kind = WeightStep::Kind;
        see(step == MatrixStep::residual    ? Kind::residual
            : step == MatrixStep::discarded ? Kind::discarded
                                            : Kind::divided,
            matrix);
    }

private:
    std::vector<WeightStep>& steps_;
    int query_;
    int key_;
    double sumBefore_ = 1.0;
};

/// In double, from the printed weights, as core/flow/flow_capacities.h makes rows.
std::vector<WeightStep> plainSteps(const LayerSource& from, int query, int key) {
    PrintedAttention printed(from.attentions(), from.settings);
    const std::span<const double> fused = printed.row(from.layer, query);
    std::vector<double> row(fused.begin(), fused.end());
    std::vector<WeightStep> steps{{WeightStep::Kind::fused, row[key], 1.0}};
    if (!from.attentions().isAttention()) return steps;
    addResidualToRow(std::span(row), query, from.settings.residual);
    if (from.settings.residual > 0.0) steps.push_back({WeightStep::Kind::residual, row[key], 1.0});
    const double sum = sumInOrder(expressionOf(std::span<const double>(row)));
    if (!(sum > 0.0)) {
        const double own = emptyRowDiagonal(from.settings.normalise, from.settings.residual);
        steps.push_back({WeightStep::Kind::divided, query == key ? own : row[key], 0.0});
    } else if (from.settings.normalise == Normalise::rows) {
        divideRow(std::span(row), sum);
        steps.push_back({WeightStep::Kind::divided, row[key], sum});
    }
    return steps;
}

std::vector<WeightStep> matrixSteps(const LayerSource& from, int query, int key) {
    const Settings& settings = from.settings;
    std::vector<WeightStep> steps;
    CellWatch watch(steps, query, key);
    if (usesGradients(from.method)) {
        Matrix matrix = fuseWithGradients(from.attentions(), from.gradients(), from.layer,
                                          settings.gradientForm, settings.heads);
        watch.see(WeightStep::Kind::fused, matrix);
        if (settings.gradientNormalise == GradientNormalise::rowsFirst) {
            normaliseRows(matrix, Normalise::rows);
            watch.see(WeightStep::Kind::divided, matrix);
        }
        applySteps(matrix, settings, {}, std::ref(watch));
        return steps;
    }
    Matrix matrix = fuseHeads(from.attentions(), from.layer, settings);
    watch.see(WeightStep::Kind::fused, matrix);
    applySteps(matrix, settings,
               residualOfLayer(from.fixedResidual(), from.layer, from.attentions().queries),
               std::ref(watch));
    return steps;
}

}  // namespace

std::span<const float> LayerSource::fixedResidual() const {
    if (part != Part::encoder) return {};
    return example.fixedResidual;
}

std::vector<double> layerMatrix(const LayerSource& from) {
    const Settings& settings = from.settings;
    if (from.isCross())
        return doublesOf(effectiveCrossAttention(from.attentions(), settings, from.layer));
    if (from.method == Method::gradientRollout) {
        return doublesOf(
            effectiveGradientAttention(from.attentions(), from.gradients(), settings, from.layer));
    }
    if (from.method != Method::relevance)
        return exactAttention(from.attentions(), settings, from.layer, from.fixedResidual());
    const int n = from.attentions().queries;
    std::vector<double> matrix(from.attentions().matrixSize(), 0.0);
    if (takesPart(settings, from.layer)) {
        matrix = doublesOf(fuseWithGradients(from.attentions(), from.gradients(), from.layer,
                                             settings.gradientForm, settings.heads));
    }
    for (int token = 0; token < n; ++token) matrix[std::size_t{1} * token * n + token] += 1.0;
    return matrix;
}

std::vector<WeightStep> weightSteps(const LayerSource& from, int query, int key) {
    using Kind = WeightStep::Kind;
    if (from.isCross()) {
        std::vector<WeightStep> steps;
        CellWatch watch(steps, query, key);
        watch.see(Kind::fused, fuseHeads(from.attentions(), from.layer, from.settings));
        const Matrix effective =
            effectiveCrossAttention(from.attentions(), from.settings, from.layer);
        if (from.settings.discard > 0.0 && effective(query, key) == 0.0)
            steps.push_back({Kind::discarded, 0.0, 1.0});
        watch.see(Kind::divided, effective);
        return steps;
    }
    if (!takesPart(from.settings, from.layer))
        return {{Kind::handsOn, query == key ? 1.0 : 0.0, 1.0}};
    if (from.method == Method::relevance) {
        const Matrix fused = fuseWithGradients(from.attentions(), from.gradients(), from.layer,
                                               from.settings.gradientForm, from.settings.heads);
        const double weight = fused(query, key);
        std::vector<WeightStep> steps{{Kind::fused, weight, 1.0}};
        if (query == key) steps.push_back({Kind::ownOne, 1.0 + weight, 1.0});
        return steps;
    }
    if (!usesGradients(from.method) && makesRowsAlone(from.settings))
        return plainSteps(from, query, key);
    return matrixSteps(from, query, key);
}

std::vector<NumberTerm> headTerms(const LayerSource& from, int query, int key, double& correction) {
    const AttentionTensor& attentions = from.attentions();
    Settings settings = from.settings;
    const bool gradients = usesGradients(from.method);
    if (gradients) {  // fuseWithGradients uses no other setting
        settings = {};
        settings.heads = from.settings.heads;
    }
    const HeadChoice choice(attentions, from.layer, settings);
    std::vector<NumberTerm> terms;
    std::vector<float> room;
    double total = 0.0;
    const auto isParked = [&](int token) {
        return token != query && std::ranges::find(choice.parked, token) != choice.parked.end();
    };
    for (std::size_t i = 0; i < choice.heads.size(); ++i) {
        const int head = choice.heads[i];
        const auto row = attentions.row(from.layer, head, query, room);
        const float weight = row[key];
        if (!gradients && !std::isfinite(weight)) continue;  // fused from the heads that have it
        NumberTerm term{0.0, choice.shares[i], printedValue(presentWeight(weight)), head};
        if (isParked(key)) term.factor = 0.0;
        if (key == query && choice.fusion == HeadFusion::mean)
            for (const int sink : choice.parked)
                if (isParked(sink)) term.factor += printedValue(presentWeight(row[sink]));
        if (gradients) {
            const float slope = from.gradients().row(from.layer, head, query, room)[key];
            term.factor = static_cast<double>(presentWeight(weight)) *
                          static_cast<double>(presentWeight(slope));
            if (from.settings.gradientForm == GradientForm::positiveProduct)
                term.factor = std::max(term.factor, 0.0);
        }
        total += term.weight;
        terms.push_back(term);
    }
    if (choice.fusion == HeadFusion::mean) {
        for (NumberTerm& term : terms) {
            term.weight = total > 0.0 ? term.weight / total : 0.0;
            term.value = term.weight * term.factor;
        }
    } else if (!terms.empty()) {
        const auto less = [](const NumberTerm& a, const NumberTerm& b) {
            return a.factor < b.factor;
        };
        const auto kept = choice.fusion == HeadFusion::max ? std::ranges::max_element(terms, less)
                                                           : std::ranges::min_element(terms, less);
        for (NumberTerm& term : terms) term.weight = 0.0;
        kept->weight = 1.0;
        kept->value = kept->factor;
    }
    sortTerms(terms);
    const double sum = sumOfTerms(terms);
    correction = gradients && sum < 0.0 ? -sum : 0.0;
    if (key == query && choice.fusion != HeadFusion::mean && !choice.parked.empty()) {
        // With max or min, each sink's weight can come from a different head.
        const Matrix fused = fuseHeads(attentions, from.layer, settings);
        correction = static_cast<double>(fused(query, key)) - sum;
    }
    return terms;
}

double sumOfTerms(const std::vector<NumberTerm>& terms) {
    double sum = 0.0;
    for (const NumberTerm& term : terms) sum += term.value;
    return sum;
}

void sortTerms(std::vector<NumberTerm>& terms) {
    std::ranges::stable_sort(terms, [](const NumberTerm& a, const NumberTerm& b) {
        return std::abs(a.value) > std::abs(b.value);
    });
}

}  // namespace hw
