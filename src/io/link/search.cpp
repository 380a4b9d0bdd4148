// SPDX-License-Identifier: MIT
#include "io/link/search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "core/methods/steps/fuse.h"
#include "core/model/setting_fields.h"
#include "io/packed/gradient_grid.h"
#include "io/packed/quantise.h"

namespace hw::io {

namespace {

AttentionTensor sameShape(const AttentionTensor& tensor, int heads) {
    return {.layers = tensor.layers,
            .heads = heads,
            .queries = tensor.queries,
            .keys = tensor.keys,
            .kind = tensor.kind};
}

/// One matrix per layer, made by `fuse(layer)`.
AttentionTensor fused(const AttentionTensor& tensor, const auto& fuse) {
    AttentionTensor one = sameShape(tensor, 1);
    for (int layer = 0; layer < tensor.layers; ++layer) {
        const Matrix matrix = fuse(layer);
        one.values.insert(one.values.end(), matrix.data(), matrix.data() + matrix.size());
    }
    return one;
}

/// The numbers of one stack for the link, before they are rounded.
struct LinkTensors {
    AttentionTensor weights;
    AttentionTensor gradients;  ///< of each head, or the products that the methods fuse
    bool products = false;
};

LinkTensors choose(const Example& example, Part part, const PackOptions& options) {
    const AttentionTensor& weights = *tensorOf(example, part);
    const AttentionTensor* gradients = options.withGradients ? gradientsOf(example, part) : nullptr;
    if (options.data == PackData::heads || weights.heads == 1)
        return {weights, gradients != nullptr ? *gradients : AttentionTensor{}};
    const Settings& settings = options.settings;
    LinkTensors chosen{
        fused(weights, [&](int layer) { return fuseHeads(weights, layer, settings); })};
    if (gradients == nullptr) return chosen;
    chosen.products = true;
    chosen.gradients = fused(weights, [&](int layer) {
        return fuseWithGradients(weights, *gradients, layer, settings.gradientForm, settings.heads);
    });
    return chosen;
}

/// A stack of the analysis, with the places for trying its rounded numbers and for the link.
struct Place {
    LinkTensors chosen;
    AttentionTensor& trial;
    AttentionTensor& trialGradients;
    Grid& grid;
    GradientGrid& gradients;
};

/// Rounds and measures, again and again.
class Search {
public:
    Search(const Example& example, const PackOptions& options, Content& content)
        : example_(example), options_(options), content_(content), trial_(example) {
        read_ = options.data == PackData::fused ? withoutHeadSettings(options.settings)
                                                : options.settings;
        trial_.image.reset();
        const auto place = [&](Part part, AttentionTensor& trial, AttentionTensor& trialGradients,
                               Grid& grid, GradientGrid& gradients) {
            trialGradients = {};
            if (tensorOf(example, part) == nullptr) return;
            places_.push_back(
                {choose(example, part, options), trial, trialGradients, grid, gradients});
            if (places_.back().chosen.gradients.empty()) return;
            const bool products = places_.back().chosen.products;
            content.gradients = products ? GradientKind::products : GradientKind::heads;
        };
        place(Part::encoder, trial_.attentions, trial_.gradients, content.self,
              content.selfGradients);
        // Instead of attention. Never both (pack.cpp).
        place(Part::contributions, trial_.contributions, trial_.gradients, content.self,
              content.selfGradients);
        if (!trial_.decoder) return;
        place(Part::decoder, trial_.decoder->attentions, trial_.decoder->gradients, content.decoder,
              content.decoderGradients);
        place(Part::cross, trial_.decoder->cross, trial_.decoder->crossGradients, content.cross,
              content.crossGradients);
    }

    /// Finds the fewest parts of a row whose error stays below the limit, and leaves them in the content.
    std::optional<BarError> run() {
        constexpr int fewest = 16;
        int whole = std::max(fewest, static_cast<int>(0.5 / options_.maxError));
        if (!put(whole)) return std::nullopt;
        double error = roundingError(whole);
        for (int round = 0; round < 8 && error >= options_.maxError && whole < mostParts; ++round) {
            whole = scaled(whole, error);
            error = roundingError(whole);
        }
        // A little fewer may also work, since rounding is a matter of luck.
        for (int round = 0; round < rounds() && error < options_.maxError; ++round) {
            const int fewer = whole - std::max(1, whole / 32);
            if (fewer < fewest || roundingError(fewer) >= options_.maxError) break;
            whole = fewer;
        }
        BarError found = withFlow(whole);
        if (content_.gradients == GradientKind::nothing) return found;
        if (const auto remains = roundGradients(whole)) {
            found.shares = std::max(found.shares, *remains);
        } else {
            content_.gradients = GradientKind::nothing;
        }
        return found;
    }

private:
    /// Flow may need more parts than the rest. Then this searches again for the fewest that are enough.
    BarError withFlow(int& whole) {
        flows_ = flowsOf({example_, options_.settings}, options_.outputs);
        BarError error = measured(whole);
        int few = 0;
        for (int round = 0; round < 4 && error.shares >= options_.maxError && whole < mostParts;
             ++round) {
            few = whole;
            whole = scaled(whole, error.shares);
            error = measured(whole);
        }
        // The error does not fall evenly, so take the fewest of some that are enough.
        const int more = whole - few;
        for (int step = 1; step < 8 && few > 0 && more > whole / 16; ++step) {
            const BarError tried = measured(few + more * step / 8);
            if (tried.shares >= options_.maxError) continue;
            whole = few + more * step / 8;
            error = tried;
            break;
        }
        put(whole);
        return error;
    }

    /// The fewest steps for the gradients that are enough, now that the weights are chosen. Returns the error that
    /// remains, or nothing if the coder cannot take them.
    std::optional<double> roundGradients(int whole) {
        double best = std::numeric_limits<double>::infinity();
        int chosen = 0;
        for (int parts = 16; parts < mostParts; parts += parts / 2) {
            gradientParts_ = parts;
            const double error = roundingError(whole);
            if (!(error < best * 0.98)) continue;
            best = error;
            chosen = parts;
            if (error < options_.maxError) break;
        }
        gradientParts_ = chosen;
        if (chosen == 0) return std::nullopt;
        return roundingError(whole);
    }

    int rounds() const {
        std::uint64_t count = 0;
        for (const Place& each : places_) count += each.chosen.weights.count();
        return count < 200'000 ? 8 : 0;
    }
    int scaled(int whole, double error) const {
        const double wanted = whole * std::min(16.0, error / options_.maxError) * 1.01 + 1;
        return static_cast<int>(std::min<double>(mostParts, wanted));
    }

    bool put(int whole) {
        return std::ranges::all_of(places_, [&](Place& each) { return putOne(each, whole); });
    }

    bool putOne(Place& place, int whole) {
        const LinkTensors& from = place.chosen;
        auto rounded = quantise(from.weights, whole);
        if (!rounded) return false;
        place.grid = std::move(*rounded);
        place.trial = sameShape(from.weights, from.weights.heads);
        place.trial.values = weightsOf(place.grid);
        place.trial.hasMissing = place.grid.gaps;
        if (from.gradients.empty()) return true;
        AttentionTensor& gradients = place.trialGradients;
        gradients = from.gradients;
        if (from.products) {
            // Multiplied by the rounded weight it gives the product.
            for (std::size_t i = 0; i < gradients.values.size(); ++i) {
                const float weight = place.trial.values[i];
                gradients.values[i] = weight == 0 ? 0 : gradients.values[i] / weight;
            }
        }
        if (gradientParts_ > 0) {
            auto steps = quantiseGradients(gradients, gradientParts_);
            if (!steps) return false;
            place.gradients = std::move(*steps);
            gradients = sameShape(gradients, gradients.heads);
            gradients.values = gradientsOf(place.gradients);
        }
        noteGradients(place.trial, gradients);
        return true;
    }

    double roundingError(int whole) {
        if (!put(whole)) return std::numeric_limits<double>::infinity();
        double most = rolloutError({example_, options_.settings}, {trial_, read_});
        for (const Place& each : places_) most = std::max(most, weightError(each));
        return most;
    }

    /// Covers single heads, too.
    static double weightError(const Place& place) {
        const AttentionTensor& from = place.chosen.weights;
        double most = 0;
        std::vector<float> roomA;
        std::vector<float> roomB;
        for (int layer = 0; layer < from.layers; ++layer) {
            for (int head = 0; head < from.heads; ++head) {
                const MatrixView a = from.matrix(layer, head, roomA);
                const MatrixView b = place.trial.matrix(layer, head, roomB);
                for (std::size_t i = 0; i < a.values().size(); ++i) {
                    const double off = std::fabs(static_cast<double>(a.values()[i]) -
                                                 static_cast<double>(b.values()[i]));
                    if (off > most) most = off;
                }
            }
        }
        return most;
    }

    BarError measured(int whole) {
        BarError error;
        error.shares = roundingError(whole);
        addFlowError(flows_, flowsOf({trial_, read_}, options_.outputs), error);
        return error;
    }

    const Example& example_;
    const PackOptions& options_;
    Content& content_;
    Example trial_;
    std::vector<Place> places_;
    int gradientParts_ = 0;  ///< 0 means unchanged
    Settings read_;
    Flows flows_;  ///< of the original
};

}  // namespace

std::optional<BarError> roundWeights(const Example& example, const PackOptions& options,
                                     Content& content) {
    return Search(example, options, content).run();
}

}  // namespace hw::io
