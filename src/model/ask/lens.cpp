// SPDX-License-Identifier: MIT
#include "model/ask/lens.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/localized_text.h"

namespace hw::model {
namespace {

LensGuess guessOf(std::span<const float> logits, int count) {
    LensGuess guess;
    std::vector<int> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    const auto end = order.begin() + std::min<std::ptrdiff_t>(count, std::ssize(order));
    std::partial_sort(order.begin(), end, order.end(), [&](int a, int b) {
        return logits[a] != logits[b] ? logits[a] > logits[b] : a < b;
    });
    guess.largest.assign(order.begin(), end);
    for (const int index : guess.largest) guess.logits.push_back(logits[index]);
    return guess;
}

void compare(LensGuess& guess, std::span<const float> logits, int final) {
    double total = 0;
    for (const float logit : logits) {
        total += std::exp(static_cast<double>(logit) - logits[final]);
        if (logit > logits[final]) ++guess.rank;
    }
    guess.probability = 1 / total;
}

}  // namespace

Result<std::vector<std::vector<LensGuess>>> lens(const Network& network, const Trace& trace,
                                                 std::span<const int> positions, int count,
                                                 const Progress& progress, const Stop& stop) {
    if (network.head.out.empty())
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "lens",
                                       .finding = "This model outputs no words or classes."_tr,
                                       .remedy = {},
                                       .byte = {}});
    const bool isPlaced = isPerPosition(network.spec);
    const auto places = isPlaced ? positions.size() : std::size_t{1};
    const std::size_t layers = trace.streams.size();
    std::vector<std::vector<LensGuess>> made(layers, std::vector<LensGuess>(places));
    Workspace workspace;
    for (std::size_t place = 0; place < places; ++place) {
        int final = -1;
        // From the last layer down, because the others are compared with its guess.
        for (std::size_t layer = layers; layer-- > 0;) {
            if (stop && stop()) return std::unexpected(cancelled());
            const ReadOut out = readOut(
                network, trace.batch, trace.streams[layer],
                isPlaced ? positions.subspan(place, 1) : std::span<const int>(), {}, workspace);
            LensGuess guess = guessOf(out.row(0), count);
            if (final < 0)
                final = static_cast<int>(std::ranges::max_element(out.row(0)) - out.row(0).begin());
            compare(guess, out.row(0), final);
            made[layer][place] = std::move(guess);
        }
        if (progress) progress(static_cast<double>(place + 1) / static_cast<double>(places));
    }
    return made;
}

}  // namespace hw::model
