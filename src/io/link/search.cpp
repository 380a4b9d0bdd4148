// SPDX-License-Identifier: MIT
#include "io/link/search.h"

#include <algorithm>
#include <cmath>

#include "core/matrix/matrix.h"
#include "core/methods/fuse.h"
#include "core/model/setting_fields.h"
#include "io/packed/quantise.h"

namespace hw::io {

namespace {

AttentionTensor fused(const AttentionTensor& tensor, const Settings& settings) {
    AttentionTensor one{
        .layers = tensor.layers, .heads = 1, .queries = tensor.queries, .keys = tensor.keys};
    for (int layer = 0; layer < tensor.layers; ++layer) {
        const Matrix matrix = fuseHeads(tensor, layer, settings);
        one.values.insert(one.values.end(), matrix.data(), matrix.data() + matrix.size());
    }
    one.hasMissing = false;
    return one;
}

/// The numbers of an example as they will stand in the link, before they are rounded.
struct Chosen {
    AttentionTensor self;
    AttentionTensor decoder;
    AttentionTensor cross;
    std::uint64_t count() const { return self.count() + decoder.count() + cross.count(); }
};

Chosen choose(const Example& example, const PackOptions& options) {
    const auto take = [&](const AttentionTensor& tensor) {
        const bool whole = options.data == PackData::heads || tensor.empty() || tensor.heads == 1;
        return whole ? tensor : fused(tensor, options.settings);
    };
    Chosen chosen{take(example.attentions), {}, {}};
    if (!example.decoder) return chosen;
    chosen.decoder = take(example.decoder->attentions);
    chosen.cross = take(example.decoder->cross);
    return chosen;
}

/// Rounds and measures, again and again.
class Search {
public:
    Search(const Example& example, const Chosen& chosen, const PackOptions& options,
           Content& content)
        : example_(example),
          chosen_(chosen),
          options_(options),
          content_(content),
          trial_(example) {
        read_ = options.data == PackData::fused ? withoutHeadSettings(options.settings)
                                                : options.settings;
        trial_.gradients = {};
        trial_.image.reset();
    }

    /// Finds the fewest parts of a row whose error stays below the limit; they stand in the content then.
    std::optional<BarError> run() {
        constexpr int fewest = 16;
        int whole = std::max(fewest, static_cast<int>(0.5 / options_.maxError));
        if (!put(whole)) return std::nullopt;
        double error = roundingError(whole);
        for (int round = 0; round < 8 && error >= options_.maxError && whole < mostParts; ++round) {
            whole = scaled(whole, error);
            error = roundingError(whole);
        }
        // A little fewer may do as well: rounding is a matter of luck.
        for (int round = 0; round < rounds() && error < options_.maxError; ++round) {
            const int fewer = whole - std::max(1, whole / 32);
            if (fewer < fewest || roundingError(fewer) >= options_.maxError) break;
            whole = fewer;
        }
        return withFlow(whole);
    }

private:
    /// Flow may need more parts than the rest; then the fewest that do are looked for again.
    BarError withFlow(int whole) {
        flows_ = flowsOf({example_, options_.settings}, options_.outputs);
        BarError error = measured(whole);
        int few = 0;
        for (int round = 0; round < 4 && error.shares >= options_.maxError && whole < mostParts;
             ++round) {
            few = whole;
            whole = scaled(whole, error.shares);
            error = measured(whole);
        }
        // The error falls by fits and starts: the fewest of some that do.
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

    int rounds() const { return chosen_.count() < 200'000 ? 8 : 0; }
    int scaled(int whole, double error) const {
        const double wanted = whole * std::min(16.0, error / options_.maxError) * 1.01 + 1;
        return static_cast<int>(std::min<double>(mostParts, wanted));
    }

    bool put(int whole) {
        const auto one = [&](const AttentionTensor& from, Grid& grid, AttentionTensor& to) {
            if (from.empty()) return true;
            auto rounded = quantise(from, whole);
            if (!rounded) return false;
            grid = std::move(*rounded);
            to = AttentionTensor{.layers = from.layers,
                                 .heads = from.heads,
                                 .queries = from.queries,
                                 .keys = from.keys};
            to.values = weightsOf(grid);
            to.hasMissing = grid.gaps;
            return true;
        };
        Decoder none;
        Decoder& decoder = trial_.decoder ? *trial_.decoder : none;
        return one(chosen_.self, content_.self, trial_.attentions) &&
               one(chosen_.decoder, content_.decoder, decoder.attentions) &&
               one(chosen_.cross, content_.cross, decoder.cross);
    }

    double roundingError(int whole) {
        put(whole);
        double most = rolloutError({example_, options_.settings}, {trial_, read_});
        const auto single = [&](const AttentionTensor& from, const AttentionTensor& to) {
            std::vector<float> roomA;
            for (int layer = 0; layer < from.layers; ++layer) {
                for (int head = 0; head < from.heads; ++head) {
                    const MatrixView a = from.matrix(layer, head, roomA);
                    std::vector<float> roomB;
                    const MatrixView b = to.matrix(layer, head, roomB);
                    for (std::size_t i = 0; i < a.values().size(); ++i) {
                        const double off = std::fabs(static_cast<double>(a.values()[i]) -
                                                     static_cast<double>(b.values()[i]));
                        if (off > most) most = off;
                    }
                }
            }
        };
        single(chosen_.self, trial_.attentions);
        if (trial_.decoder) {
            single(chosen_.decoder, trial_.decoder->attentions);
            single(chosen_.cross, trial_.decoder->cross);
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
    const Chosen& chosen_;
    const PackOptions& options_;
    Content& content_;
    Example trial_;
    Settings read_;
    Flows flows_;  ///< of the original
};

}  // namespace

std::optional<BarError> roundWeights(const Example& example, const PackOptions& options,
                                     Content& content) {
    const Chosen chosen = choose(example, options);
    return Search(example, chosen, options, content).run();
}

}  // namespace hw::io
