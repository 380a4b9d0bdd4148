// SPDX-License-Identifier: MIT
// What a model says of a run.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "model/run/read_out.h"
#include "model/run/target.h"
#include "model/session/session.h"

namespace hw::model {
namespace {

/// Logits that are held at once: 16 MB.
constexpr int mostAtOnce = 1 << 22;

bool isLess(std::span<const float> outputs, int a, int b) {
    return outputs[a] != outputs[b] ? outputs[a] > outputs[b] : a < b;
}

/// The `count` largest of these, largest first.
std::vector<int> largest(std::span<const float> outputs, std::vector<int> indices, int count) {
    const auto end = indices.begin() + std::min<std::ptrdiff_t>(count, std::ssize(indices));
    std::partial_sort(indices.begin(), end, indices.end(),
                      [&](int a, int b) { return isLess(outputs, a, b); });
    indices.erase(end, indices.end());
    return indices;
}

std::vector<int> allOf(std::size_t count) {
    std::vector<int> all(count);
    std::iota(all.begin(), all.end(), 0);
    return all;
}

std::string lowered(std::string text) {
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

}  // namespace

std::vector<float> Session::outputs(const Run& run, int position) const {
    const bool each = isPerPosition(facts_.answering());
    if (each && (position < 0 || position >= run.answeringTokens())) return {};
    Workspace workspace;
    const std::vector<int> positions = each ? std::vector<int>{position} : std::vector<int>{};
    const Trace& trace = run.answering();
    return readOut(answering(), trace.batch, trace.last(), positions, {}, workspace, trace.edits)
        .values;
}

std::vector<Choice> Session::chosen(const std::vector<float>& outputs,
                                    const std::vector<int>& indices) const {
    std::vector<Choice> choices;
    const ShareForm form = facts_.answering().head.share;
    const bool isOne = facts_.task() == Task::classes && outputs.size() == 1;
    const bool isScore = form == ShareForm::plain && facts_.task() == Task::classes;
    const bool isLogistic =
        facts_.task() == Task::discriminator || isOne || isScore || form == ShareForm::logistic;
    const std::vector<double> shares = isLogistic ? std::vector<double>() : probabilities(outputs);
    for (const int index : indices) {
        const double share =
            isLogistic ? 1 / (1 + std::exp(-double{outputs[index]})) : shares[index];
        choices.push_back({index, nameOf(index), outputs[index], share, isScore});
    }
    return choices;
}

float Session::scoreOf(float logit) const {
    const bool isPlain = facts_.answering().head.share == ShareForm::plain;
    return isPlain ? logit : static_cast<float>(1 / (1 + std::exp(-double{logit})));
}

std::vector<Choice> Session::top(const Run& run, int position, int count) const {
    if (facts_.task() == Task::embedding) return {};
    return topOf(outputs(run, position), count);
}

std::vector<Choice> Session::topOf(const std::vector<float>& outputs, int count) const {
    return chosen(outputs, largest(outputs, allOf(outputs.size()), count));
}

std::vector<Choice> Session::search(const Run& run, int position, std::string_view part,
                                    int count) const {
    if (facts_.task() == Task::embedding) return {};
    const std::vector<float> all = outputs(run, position);
    const std::string wanted = lowered(std::string(part));
    std::vector<int> found;
    for (int index = 0; std::cmp_less(index, all.size()); ++index)
        if (lowered(nameOf(index)).find(wanted) != std::string::npos) found.push_back(index);
    return chosen(all, largest(all, std::move(found), count));
}

std::vector<double> Session::surprisals(const Run& run) const {
    if (facts_.task() != Task::nextWord) return {};
    std::vector<double> bits{std::numeric_limits<double>::quiet_NaN()};
    const auto add = [&](std::span<const float> logits, int next) {
        double largest = -std::numeric_limits<double>::infinity();
        for (const float logit : logits) largest = std::max(largest, double{logit});
        double sum = 0;
        for (const float logit : logits) sum += std::exp(logit - largest);
        bits.push_back((std::log(sum) + largest - logits[next]) / std::log(2.0));
    };
    const Trace& trace = run.answering();
    const std::vector<std::int32_t>& ids = run.answeringEncoding().ids;
    const int width = answering().spec.width;
    const int rows = std::max(1, mostAtOnce / answering().outputs());
    Workspace workspace;
    // The last token has nothing behind it.
    for (int from = 0; from + 1 < run.answeringTokens(); from += rows) {
        const int count = std::min(rows, run.answeringTokens() - 1 - from);
        Batch block;
        block.add(count);
        const auto begin = trace.last().begin() + std::ptrdiff_t{1} * from * width;
        const std::vector<float> stream(begin, begin + std::ptrdiff_t{1} * count * width);
        const ReadOut all = readOut(answering(), block, stream, {}, {}, workspace);
        for (int i = 0; i < count; ++i) add(all.row(i), ids[from + i + 1]);
    }
    return bits;
}

}  // namespace hw::model
