// SPDX-License-Identifier: MIT
#include "model/run/read_out.h"

#include <algorithm>
#include <cmath>

#include "model/kernel/activations.h"
#include "model/kernel/linear.h"

namespace hw::model {
namespace {

/// Chooses the tokens that the head needs, and the row of the outputs for each.
void chooseTokens(const Spec& spec, const Batch& batch, std::span<const int> positions,
                  std::span<const Edits> edits, ReadOut& out) {
    const auto take = [&](int token) {
        out.tokens.push_back(token);
        out.texts.push_back(out.rows);
    };
    const std::vector<Pool> pools = poolsOf(spec.head);
    for (int text = 0; text < batch.count(); ++text) {
        const int start = batch.start(text);
        const int n = batch.length(text);
        for (const std::vector<int>& group : spec.head.groups) {
            for (const int token : group) take(start + token);
            ++out.rows;
        }
        if (!spec.head.groups.empty()) continue;
        if (spec.head.pool == Pool::every) {
            for (int token = 0; token < n; ++token) {
                if (!positions.empty() && token != positions[text]) continue;
                take(start + token);
                ++out.rows;
            }
            continue;
        }
        const PoolRange& range = out.ranges.emplace_back(
            rangeOf(spec, batch.pooled(text), n, edits.empty() ? nullptr : &edits[text]));
        for (int token = 0; token < n; ++token) {
            const auto isRead = [&](Pool pool) { return shareOf(pool, range, token) != 0; };
            if (std::ranges::any_of(pools, isRead)) take(start + token);
        }
        ++out.rows;
    }
}

/// Calls take(token, row, column offset, factor) for each token in the weighted sum of a pooled row, and for Pool::max
/// instead largest(token, row, column offset).
template <class Take, class Largest>
void eachShare(const Spec& spec, const Batch& batch, const ReadOut& out, const Take& take,
               const Largest& largest) {
    const std::vector<Pool> pools = poolsOf(spec.head);
    for (std::size_t i = 0; i < out.tokens.size(); ++i) {
        const int row = out.texts[i];
        const int token = out.tokens[i] - batch.start(row);
        const PoolRange& range = out.ranges[row];
        int offset = 0;
        for (const Pool pool : pools) {
            const float share = shareOf(pool, range, token);
            if (share != 0 && pool == Pool::max) {
                largest(i, row, offset);
            } else if (share != 0) {
                take(i, row, offset, share);
            }
            offset += spec.width;
        }
    }
}

std::vector<float> pooled(const Spec& spec, const Batch& batch, ReadOut& out,
                          const std::vector<float>& rows) {
    if (spec.head.pool == Pool::every) return rows;
    const int width = spec.width * spec.pooledRows();
    std::vector<float> sums(std::size_t{1} * out.rows * width, 0.0F);
    out.largest.assign(sums.size(), -1);
    const auto rowOf = [&](std::size_t i) { return rows.data() + i * std::size_t(spec.width); };
    eachShare(
        spec, batch, out,
        [&](std::size_t i, int row, int offset, float factor) {
            const float* from = rowOf(i);
            float* to = sums.data() + std::size_t{1} * row * width + offset;
            for (int column = 0; column < spec.width; ++column) to[column] += factor * from[column];
        },
        [&](std::size_t i, int row, int offset) {
            const float* from = rowOf(i);
            for (int column = 0; column < spec.width; ++column) {
                const std::size_t to = std::size_t{1} * row * width + offset + column;
                if (out.largest[to] >= 0 && !(from[column] > sums[to])) continue;
                sums[to] = from[column];
                out.largest[to] = static_cast<int>(i);
            }
        });
    return sums;
}

std::vector<float> pooledBackward(const Spec& spec, const Batch& batch, const ReadOut& out,
                                  const std::vector<float>& gradient) {
    if (spec.head.pool == Pool::every) return gradient;
    const int width = spec.width * spec.pooledRows();
    std::vector<float> rows(out.tokens.size() * static_cast<std::size_t>(spec.width), 0.0F);
    for (std::size_t at = 0; at < gradient.size(); ++at)
        if (out.largest[at] >= 0)
            rows[std::size_t{1} * out.largest[at] * spec.width + at % spec.width] += gradient[at];
    eachShare(
        spec, batch, out,
        [&](std::size_t i, int row, int offset, float factor) {
            const float* from = gradient.data() + std::size_t{1} * row * width + offset;
            float* to = rows.data() + i * static_cast<std::size_t>(spec.width);
            for (int column = 0; column < spec.width; ++column) to[column] += factor * from[column];
        },
        [](std::size_t, int, int) {});
    return rows;
}

/// Only the requested rows of the last matrix, one by one.
void someOutputs(const Linear& out, std::span<const int> outputs, const std::vector<float>& x,
                 ReadOut& result) {
    const int width = out.weight.columns();
    std::vector<float> row(width);
    for (int i = 0; i < result.width; ++i) {
        out.weight.unpackRow(outputs[i], row.data());
        for (int r = 0; r < result.rows; ++r) {
            const float* from = x.data() + std::size_t{1} * r * width;
            double sum = out.bias.empty() ? 0 : out.bias[outputs[i]];
            for (int column = 0; column < width; ++column)
                sum += static_cast<double>(row[column]) * from[column];
            result.values[std::size_t{1} * r * result.width + i] = static_cast<float>(sum);
        }
    }
}

std::vector<float> someOutputsBackward(const Linear& out, std::span<const int> outputs,
                                       std::span<const float> gradient, int rows) {
    const int width = out.weight.columns();
    const int count = static_cast<int>(outputs.size());
    std::vector<float> row(width);
    std::vector<float> dx(std::size_t{1} * rows * width, 0.0F);
    for (int i = 0; i < count; ++i) {
        out.weight.unpackRow(outputs[i], row.data());
        for (int r = 0; r < rows; ++r) {
            const float factor = gradient[std::size_t{1} * r * count + i];
            float* to = dx.data() + std::size_t{1} * r * width;
            for (int column = 0; column < width; ++column) to[column] += factor * row[column];
        }
    }
    return dx;
}

/// One step of the head, on `x` of `rows` rows.
void stageForward(const HeadStage& stage, int rows, std::vector<float>& x, HeadStageRecord& record,
                  Workspace& workspace) {
    if (!stage.linear.empty()) {
        std::vector<float> y(std::size_t{1} * rows * stage.linear.weight.rows());
        linear(x.data(), rows, stage.linear.weight, stage.linear.biasOrNull(), y.data(), workspace);
        x = std::move(y);
    }
    record.before = x;
    activate(stage.activation, x.data(), x.size(), x.data());
    if (stage.norm.empty()) return;
    record.beforeNorm = x;
    applyNorm(stage.norm, record.beforeNorm.data(), rows,
              static_cast<int>(stage.norm.weight.size()), x.data(), record.norm);
}

void stageBackward(const HeadStage& stage, int rows, std::vector<float>& dy,
                   const HeadStageRecord& record, Workspace& workspace) {
    if (!stage.norm.empty())
        applyNormBackward(stage.norm, dy.data(), record.beforeNorm.data(), record.norm, rows,
                          static_cast<int>(stage.norm.weight.size()), dy.data());
    activateBackward(stage.activation, record.before.data(), dy.data(), dy.size(), dy.data());
    if (stage.linear.empty()) return;
    std::vector<float> dx(std::size_t{1} * rows * stage.linear.weight.columns());
    linearBackward(dy.data(), rows, stage.linear.weight, dx.data(), workspace);
    dy = std::move(dx);
}

}  // namespace

bool isPerPosition(const Spec& spec) { return spec.head.pool == Pool::every; }

ReadOut readOut(const Network& network, const Batch& batch, const std::vector<float>& stream,
                std::span<const int> positions, std::span<const int> outputs, Workspace& workspace,
                std::span<const Edits> edits) {
    const Spec& spec = network.spec;
    ReadOut out;
    chooseTokens(spec, batch, positions, edits, out);
    const auto count = static_cast<int>(out.tokens.size());
    out.stream.resize(std::size_t{1} * count * spec.width);
    for (int i = 0; i < count; ++i)
        std::copy_n(stream.begin() + std::ptrdiff_t{1} * out.tokens[i] * spec.width, spec.width,
                    out.stream.begin() + std::ptrdiff_t{1} * i * spec.width);
    std::vector<float> x(out.stream.size());
    applyNorm(network.finalNorm, out.stream.data(), count, spec.width, x.data(), out.finalNorm);
    if (spec.head.pool == Pool::attention) {
        for (int text = 0; text <= out.rows; ++text)
            out.pool.starts.push_back(
                static_cast<int>(std::ranges::lower_bound(out.texts, text) - out.texts.begin()));
        x = poolByAttention(network, x, out.pool, workspace);
    } else {
        x = pooled(spec, batch, out, x);
    }
    out.stages.resize(network.head.stages.size());
    for (std::size_t i = 0; i < out.stages.size(); ++i)
        stageForward(network.head.stages[i], out.rows, x, out.stages[i], workspace);
    const Linear& last = network.head.out;
    if (last.empty()) {
        out.width = out.rows == 0 ? 0 : static_cast<int>(x.size()) / out.rows;
        out.values = std::move(x);
        return out;
    }
    for (float& value : x) value *= spec.head.scale;
    out.width = outputs.empty() ? last.weight.rows() : static_cast<int>(outputs.size());
    out.values.resize(std::size_t{1} * out.rows * out.width);
    if (outputs.empty()) {
        linear(x.data(), out.rows, last.weight, last.biasOrNull(), out.values.data(), workspace);
    } else {
        someOutputs(last, outputs, x, out);
    }
    if (spec.head.cap > 0) {
        out.slopes.resize(out.values.size());
        for (std::size_t i = 0; i < out.values.size(); ++i) {
            const float capped = std::tanh(out.values[i] / spec.head.cap);
            out.slopes[i] = 1 - capped * capped;
            out.values[i] = spec.head.cap * capped;
        }
    }
    return out;
}

std::vector<float> readOutBackward(const Network& network, const Batch& batch,
                                   const ReadOut& record, std::span<const int> outputs,
                                   std::span<const float> gradient, Workspace& workspace,
                                   std::vector<float>* poolWeights) {
    const Spec& spec = network.spec;
    std::vector<float> dy(gradient.begin(), gradient.end());
    const Linear& last = network.head.out;
    if (!last.empty()) {
        for (std::size_t i = 0; i < record.slopes.size(); ++i) dy[i] *= record.slopes[i];
        if (outputs.empty()) {
            std::vector<float> dx(std::size_t{1} * record.rows * last.weight.columns());
            linearBackward(dy.data(), record.rows, last.weight, dx.data(), workspace);
            dy = std::move(dx);
        } else {
            dy = someOutputsBackward(last, outputs, dy, record.rows);
        }
        for (float& value : dy) value *= spec.head.scale;
    }
    for (std::size_t i = record.stages.size(); i-- > 0;)
        stageBackward(network.head.stages[i], record.rows, dy, record.stages[i], workspace);
    std::vector<float> rows =
        spec.head.pool == Pool::attention
            ? poolByAttentionBackward(network, record.pool, dy, poolWeights, workspace)
            : pooledBackward(spec, batch, record, dy);
    const auto count = static_cast<int>(record.tokens.size());
    applyNormBackward(network.finalNorm, rows.data(), record.stream.data(), record.finalNorm, count,
                      spec.width, rows.data());
    std::vector<float> stream(std::size_t{1} * batch.tokens() * spec.width, 0.0F);
    for (int i = 0; i < count; ++i) {
        const float* from = rows.data() + std::ptrdiff_t{1} * i * spec.width;
        float* to = stream.data() + std::ptrdiff_t{1} * record.tokens[i] * spec.width;
        for (int column = 0; column < spec.width; ++column) to[column] += from[column];
    }
    return stream;
}

std::vector<double> readAt(const Spec& spec, const Target& target, const Batch& batch) {
    const int tokens = batch.length(0);
    std::vector<double> read(tokens, 0.0);
    if (spec.head.pool == Pool::every) {
        const std::vector<Target> parts = partsOf(target);
        for (const Target& one : parts)
            read[one.position < 0 ? tokens - 1 : one.position] =
                1.0 / static_cast<double>(parts.size());
        return read;
    }
    const PoolRange range = rangeOf(spec, batch.pooled(0), tokens, nullptr);
    for (const Pool pool : poolsOf(spec.head)) {
        double all = 0;
        for (int token = 0; token < tokens; ++token) all += shareOf(pool, range, token);
        for (int token = 0; token < tokens; ++token)
            read[token] += shareOf(pool, range, token) / all / spec.pooledRows();
    }
    return read;
}

}  // namespace hw::model
