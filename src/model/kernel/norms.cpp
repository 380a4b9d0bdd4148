// SPDX-License-Identifier: MIT
#include "model/kernel/norms.h"

#include <cmath>
#include <cstddef>

#include "model/kernel/elementary.h"

namespace hw::model {

namespace {

Four factor(const float* gamma, std::size_t i, std::size_t some) {
    return gamma != nullptr ? take(gamma + i, some) : spread(1.0F);
}

/// The sum over `width` of the results of term(i, some). Lanes beyond the width have to be 0.
template <class Term>
[[gnu::always_inline]] inline float totalOf(int width, Term term) {
    Four sums = {};
    inFours(width, [&](std::size_t i, std::size_t some) { sums += term(i, some); });
    return sumOf(sums);
}

}  // namespace

void layerNorm(const float* x, int tokens, int width, const float* gamma, const float* beta,
               float eps, float* y, float* mean, float* inverse) {
    const float share = 1.0F / static_cast<float>(width);
    for (int t = 0; t < tokens; ++t) {
        const float* from = x + std::size_t{1} * t * width;
        float* to = y + std::size_t{1} * t * width;
        const float centre =
            share * totalOf(width, [=](std::size_t i, std::size_t n) { return take(from + i, n); });
        const float squares = totalOf(width, [=](std::size_t i, std::size_t n) {
            const Four d = take(from + i, n, centre) - spread(centre);
            return d * d;
        });
        const float r = 1.0F / std::sqrt(share * squares + eps);
        inFours(width, [=](std::size_t i, std::size_t n) {
            const Four xhat = (take(from + i, n) - spread(centre)) * spread(r);
            const Four shift = beta != nullptr ? take(beta + i, n) : Four{};
            give(to + i, n, factor(gamma, i, n) * xhat + shift);
        });
        if (mean != nullptr) mean[t] = centre;
        if (inverse != nullptr) inverse[t] = r;
    }
}

void layerNormBackward(const float* dy, const float* x, const float* mean, const float* inverse,
                       const float* gamma, int tokens, int width, float* dx) {
    const float share = 1.0F / static_cast<float>(width);
    for (int t = 0; t < tokens; ++t) {
        const float* from = x + std::size_t{1} * t * width;
        const float* gradient = dy + std::size_t{1} * t * width;
        float* to = dx + std::size_t{1} * t * width;
        const Four centre = spread(mean[t]);
        const Four r = spread(inverse[t]);
        const auto g = [=](std::size_t i, std::size_t n) {
            return factor(gamma, i, n) * take(gradient + i, n);
        };
        const Four average = spread(share * totalOf(width, g));
        const Four along = spread(share * totalOf(width, [=](std::size_t i, std::size_t n) {
                                      return g(i, n) * ((take(from + i, n) - centre) * r);
                                  }));
        inFours(width, [=](std::size_t i, std::size_t n) {
            const Four xhat = (take(from + i, n) - centre) * r;
            give(to + i, n, r * (g(i, n) - average - xhat * along));
        });
    }
}

void rmsNorm(const float* x, int tokens, int width, const float* gamma, float eps, float* y,
             float* inverse) {
    const float share = 1.0F / static_cast<float>(width);
    for (int t = 0; t < tokens; ++t) {
        const float* from = x + std::size_t{1} * t * width;
        float* to = y + std::size_t{1} * t * width;
        const float squares = totalOf(width, [=](std::size_t i, std::size_t n) {
            return take(from + i, n) * take(from + i, n);
        });
        const float r = 1.0F / std::sqrt(share * squares + eps);
        inFours(width, [=](std::size_t i, std::size_t n) {
            give(to + i, n, factor(gamma, i, n) * (take(from + i, n) * spread(r)));
        });
        if (inverse != nullptr) inverse[t] = r;
    }
}

void rmsNormBackward(const float* dy, const float* x, const float* inverse, const float* gamma,
                     int tokens, int width, float* dx) {
    const float share = 1.0F / static_cast<float>(width);
    for (int t = 0; t < tokens; ++t) {
        const float* from = x + std::size_t{1} * t * width;
        const float* gradient = dy + std::size_t{1} * t * width;
        float* to = dx + std::size_t{1} * t * width;
        const Four r = spread(inverse[t]);
        const auto g = [=](std::size_t i, std::size_t n) {
            return factor(gamma, i, n) * take(gradient + i, n);
        };
        const Four along = spread(share * totalOf(width, [=](std::size_t i, std::size_t n) {
                                      return g(i, n) * (take(from + i, n) * r);
                                  }));
        inFours(width, [=](std::size_t i, std::size_t n) {
            give(to + i, n, r * (g(i, n) - take(from + i, n) * r * along));
        });
    }
}

}  // namespace hw::model
