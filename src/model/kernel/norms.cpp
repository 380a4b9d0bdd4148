// SPDX-License-Identifier: MIT
#include "model/kernel/norms.h"

#include <cmath>
#include <cstddef>

namespace hw::model {

namespace {

float factor(const float* gamma, int i) { return gamma != nullptr ? gamma[i] : 1.0F; }

}  // namespace

void layerNorm(const float* x, int tokens, int width, const float* gamma, const float* beta,
               float eps, float* y, float* mean, float* inverse) {
    for (int t = 0; t < tokens; ++t) {
        const float* from = x + std::size_t{1} * t * width;
        float* to = y + std::size_t{1} * t * width;
        float sum = 0.0F;
        for (int i = 0; i < width; ++i) sum += from[i];
        const float centre = sum / static_cast<float>(width);
        float squares = 0.0F;
        for (int i = 0; i < width; ++i) squares += (from[i] - centre) * (from[i] - centre);
        const float r = 1.0F / std::sqrt(squares / static_cast<float>(width) + eps);
        for (int i = 0; i < width; ++i) {
            const float shift = beta != nullptr ? beta[i] : 0.0F;
            to[i] = factor(gamma, i) * ((from[i] - centre) * r) + shift;
        }
        if (mean != nullptr) mean[t] = centre;
        if (inverse != nullptr) inverse[t] = r;
    }
}

void layerNormBackward(const float* dy, const float* x, const float* mean, const float* inverse,
                       const float* gamma, int tokens, int width, float* dx) {
    for (int t = 0; t < tokens; ++t) {
        const std::size_t start = std::size_t{1} * t * width;
        float sum = 0.0F;
        float along = 0.0F;
        for (int i = 0; i < width; ++i) {
            const float g = factor(gamma, i) * dy[start + i];
            sum += g;
            along += g * ((x[start + i] - mean[t]) * inverse[t]);
        }
        sum /= static_cast<float>(width);
        along /= static_cast<float>(width);
        for (int i = 0; i < width; ++i) {
            const float xhat = (x[start + i] - mean[t]) * inverse[t];
            dx[start + i] = inverse[t] * (factor(gamma, i) * dy[start + i] - sum - xhat * along);
        }
    }
}

void rmsNorm(const float* x, int tokens, int width, const float* gamma, float eps, float* y,
             float* inverse) {
    for (int t = 0; t < tokens; ++t) {
        const std::size_t start = std::size_t{1} * t * width;
        float squares = 0.0F;
        for (int i = 0; i < width; ++i) squares += x[start + i] * x[start + i];
        const float r = 1.0F / std::sqrt(squares / static_cast<float>(width) + eps);
        for (int i = 0; i < width; ++i) y[start + i] = factor(gamma, i) * (x[start + i] * r);
        if (inverse != nullptr) inverse[t] = r;
    }
}

void rmsNormBackward(const float* dy, const float* x, const float* inverse, const float* gamma,
                     int tokens, int width, float* dx) {
    for (int t = 0; t < tokens; ++t) {
        const std::size_t start = std::size_t{1} * t * width;
        float along = 0.0F;
        for (int i = 0; i < width; ++i) {
            along += factor(gamma, i) * dy[start + i] * (x[start + i] * inverse[t]);
        }
        along /= static_cast<float>(width);
        for (int i = 0; i < width; ++i) {
            const float xhat = x[start + i] * inverse[t];
            dx[start + i] = inverse[t] * (factor(gamma, i) * dy[start + i] - xhat * along);
        }
    }
}

}  // namespace hw::model
