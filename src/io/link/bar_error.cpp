// SPDX-License-Identifier: MIT
#include "io/link/bar_error.h"

#include <algorithm>
#include <cmath>

#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"

namespace hw::io {

namespace {

constexpr Part parts[] = {Part::encoder, Part::decoder, Part::cross, Part::contributions};

bool can(const ComparedAnalysis& looked, Part part, Method method) {
    return tensorOf(looked.example, part) != nullptr &&
           checkMethod(looked.example, part, method, looked.settings).has_value();
}

template <class Number>
double farthest(const Number* a, const Number* b, std::size_t size) {
    double most = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const double distance = std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
        if (distance > most) most = distance;  // not NaN
    }
    return most;
}

std::vector<double> relative(std::vector<double> rows, std::size_t width) {
    for (std::size_t at = 0; width > 0 && at + width <= rows.size(); at += width) {
        double sum = 0;
        for (std::size_t i = 0; i < width; ++i) sum += rows[at + i];
        for (std::size_t i = 0; sum > 0 && i < width; ++i) rows[at + i] /= sum;
    }
    return rows;
}

/// The largest value. For self-attention it excludes each token's own value, since gradients may be small, and then
/// that is nearly all.
double largestOfOthers(const Matrix& matrix, Part part) {
    double most = 0;
    for (Eigen::Index query = 0; query < matrix.rows(); ++query) {
        for (Eigen::Index key = 0; key < matrix.cols(); ++key) {
            if (part != Part::cross && query == key) continue;
            const double value = std::fabs(static_cast<double>(matrix(query, key)));
            if (value > most) most = value;
        }
    }
    return most;
}

}  // namespace

double rolloutError(const ComparedAnalysis& original, const ComparedAnalysis& other) {
    double most = 0;
    for (const Part part : parts) {
        for (const Method method : every<Method>()) {
            if (specOf(method).isSlow) continue;  // flows are compared separately
            if (!can(original, part, method) || !can(other, part, method)) continue;
            const auto a = computeStack(original.example, part, method, original.settings);
            const auto b = computeStack(other.example, part, method, other.settings);
            if (!a || !b) continue;
            for (std::size_t i = 0; i < a->size() && i < b->size(); ++i) {
                const Matrix& one = (*a)[i];
                const double whole = specOf(method).needsGradients ? largestOfOthers(one, part) : 1;
                if (whole > 0)
                    most = std::max(most, farthest(one.data(), (*b)[i].data(), one.size()) / whole);
            }
        }
    }
    return most;
}

Flows flowsOf(const ComparedAnalysis& looked, const std::vector<int>& outputs) {
    Flows flows;
    for (const Part part : {Part::encoder, Part::contributions, Part::decoder}) {
        if (!can(looked, part, Method::flow)) continue;
        const bool encoder = part == Part::encoder;
        const std::span<const float> ratios =
            encoder ? std::span<const float>(looked.example.fixedResidual)
                    : std::span<const float>();
        const auto graph = flowNetwork(*tensorOf(looked.example, part), looked.settings, ratios);
        if (!graph) continue;
        FlowRequest request;
        request.lastLayer = graph->layers() - 1;
        // All pairs take about half a second at 12 layers of 90 tokens.
        if (std::pow(graph->tokens(), 3) * graph->layers() > 8e6) {
            flows.ofAll = false;
            for (const int output : outputs) {
                if (output >= 0 && output < graph->tokens()) request.sources.push_back(output);
            }
            if (request.sources.empty()) request.sources.push_back(0);
        }
        auto table = maxFlows(*graph, request);
        if (!table) continue;
        Flows::Side& side = flows.sides[part == Part::decoder ? 1 : 0];
        side.width = table->sinks.size();
        side.values = std::move(table->values);
    }
    return flows;
}

void addFlowError(const Flows& original, const Flows& other, BarError& error) {
    error.flowOfAll = original.ofAll;
    for (int i = 0; i < 2; ++i) {
        const Flows::Side& a = original.sides[i];
        const Flows::Side& b = other.sides[i];
        if (a.values.size() != b.values.size()) continue;
        error.flow =
            std::max(error.flow, farthest(a.values.data(), b.values.data(), a.values.size()));
        const auto shares = relative(a.values, a.width);
        const auto others = relative(b.values, b.width);
        error.shares =
            std::max(error.shares, farthest(shares.data(), others.data(), shares.size()));
    }
}

}  // namespace hw::io
