// SPDX-License-Identifier: MIT
#include "model/run/read_out.h"

#include <algorithm>
#include <cmath>

#include "model/kernel/activations.h"
#include "model/kernel/linear.h"

namespace hw::model {
namespace {

/// Which tokens the head needs, and to which row of the outputs each belongs.
void chooseTokens(const Spec& spec, const Batch& batch, std::span<const int> positions,
                  std::span<const Edits> edits, ReadOut& out) {
    const auto take = [&](int token) {
        out.tokens.push_back(token);
        out.texts.push_back(out.rows);
    };
    for (int text = 0; text < batch.count(); ++text) {
        const int start = batch.start(text);
        const int n = batch.length(text);
        const Pool pool = spec.head.pool;
        if (pool == Pool::every) {
            for (int token = 0; token < n; ++token) {
                if (!positions.empty() && token != positions[text]) continue;
                take(start + token);
                ++out.rows;
            }
            continue;
        }
        if (pool == Pool::last) take(start + n - 1);
        if (pool == Pool::first || pool == Pool::firstTwo || pool == Pool::firstAndMean)
            take(start);
        if (pool == Pool::firstTwo) take(start + std::min(1, n - 1));
        if (pool == Pool::mean || pool == Pool::max || pool == Pool::firstAndMean)
            for (int token = std::min(spec.head.from, n - 1); token < n; ++token)
                if (edits.empty() || !edits[text].isHidden(token)) take(start + token);
        ++out.rows;
    }
}

/// Calls take(token, row, column offset, factor) for each token that a pooled row is a weighted sum of.
template <class Take>
void eachShare(const Spec& spec, const ReadOut& out, const Take& take) {
    const Pool pool = spec.head.pool;
    for (std::size_t at = 0; at < out.tokens.size();) {
        std::size_t end = at;
        while (end < out.tokens.size() && out.texts[end] == out.texts[at]) ++end;
        const bool leads = pool == Pool::firstAndMean;
        const auto count = static_cast<float>(end - at - (leads ? 1 : 0));
        for (std::size_t i = at; i < end; ++i) {
            const bool isSecond = (pool == Pool::firstTwo || leads) && i > at;
            const bool isMean = pool == Pool::mean || (leads && i > at);
            take(i, out.texts[at], isSecond ? spec.width : 0, isMean ? 1 / count : 1.0F);
        }
        at = end;
    }
}

int pooledWidthOf(const Spec& spec) {
    const Pool pool = spec.head.pool;
    return spec.width * (pool == Pool::firstTwo || pool == Pool::firstAndMean ? 2 : 1);
}

std::vector<float> pooled(const Spec& spec, ReadOut& out, const std::vector<float>& rows) {
    if (spec.head.pool == Pool::every) return rows;
    const int width = pooledWidthOf(spec);
    std::vector<float> sums(std::size_t{1} * out.rows * width, 0.0F);
    if (spec.head.pool == Pool::max) {
        out.largest.assign(sums.size(), -1);
        for (std::size_t i = 0; i < out.tokens.size(); ++i)
            for (int column = 0; column < width; ++column) {
                const std::size_t to = std::size_t{1} * out.texts[i] * width + column;
                const float value = rows[i * static_cast<std::size_t>(width) + column];
                if (out.largest[to] >= 0 && !(value > sums[to])) continue;
                sums[to] = value;
                out.largest[to] = static_cast<int>(i);
            }
        return sums;
    }
    eachShare(spec, out, [&](std::size_t i, int row, int offset, float factor) {
        const float* from = rows.data() + i * static_cast<std::size_t>(spec.width);
        float* to = sums.data() + std::size_t{1} * row * width + offset;
        for (int column = 0; column < spec.width; ++column) to[column] += factor * from[column];
    });
    return sums;
}

std::vector<float> pooledBackward(const Spec& spec, const ReadOut& out,
                                  const std::vector<float>& gradient) {
    if (spec.head.pool == Pool::every) return gradient;
    const int width = pooledWidthOf(spec);
    std::vector<float> rows(out.tokens.size() * static_cast<std::size_t>(spec.width), 0.0F);
    if (spec.head.pool == Pool::max) {
        for (std::size_t at = 0; at < gradient.size(); ++at)
            rows[std::size_t{1} * out.largest[at] * width + at % width] = gradient[at];
        return rows;
    }
    eachShare(spec, out, [&](std::size_t i, int row, int offset, float factor) {
        const float* from = gradient.data() + std::size_t{1} * row * width + offset;
        float* to = rows.data() + i * static_cast<std::size_t>(spec.width);
        for (int column = 0; column < spec.width; ++column) to[column] += factor * from[column];
    });
    return rows;
}

/// The rows of the last matrix that are asked for, each by itself.
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
    x = pooled(spec, out, x);
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
                                   std::span<const float> gradient, Workspace& workspace) {
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
    std::vector<float> rows = pooledBackward(spec, record, dy);
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

std::vector<double> readAt(const Spec& spec, const Target& target, int tokens) {
    std::vector<double> read(tokens, 0.0);
    const HeadSpec& head = spec.head;
    switch (head.pool) {
        case Pool::every: read[target.position < 0 ? tokens - 1 : target.position] = 1; break;
        case Pool::first: read[0] = 1; break;
        case Pool::last: read[tokens - 1] = 1; break;
        case Pool::firstTwo:
            read[0] = tokens > 1 ? 0.5 : 1;
            if (tokens > 1) read[1] = 0.5;
            break;
        case Pool::mean:
        case Pool::max:
        case Pool::firstAndMean: {
            const int from = std::min(head.from, tokens - 1);
            for (int i = from; i < tokens; ++i) read[i] = 1.0 / (tokens - from);
            if (head.pool != Pool::firstAndMean) break;
            for (double& share : read) share /= 2;
            read[0] += 0.5;
            break;
        }
    }
    return read;
}

}  // namespace hw::model
