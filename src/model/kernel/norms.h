// SPDX-License-Identifier: MIT
// LayerNorm and RMSNorm over the last dimension, and their gradients with respect to the input. x, y [tokens][width].
#pragma once

namespace hw::model {

/// y = gamma (x - mean) / sqrt(variance + eps) + beta. `gamma` and `beta` may be null, for 1 and 0. `inverse`, if not
/// null, gets 1 / sqrt(variance + eps) of each token, and `mean` the mean, for layerNormBackward. y may be x.
void layerNorm(const float* x, int tokens, int width, const float* gamma, const float* beta,
               float eps, float* y, float* mean = nullptr, float* inverse = nullptr);

/// dx = r (g - mean(g) - xhat mean(g xhat)), g = gamma dy, r = inverse, xhat = r (x - mean). dx may be dy.
void layerNormBackward(const float* dy, const float* x, const float* mean, const float* inverse,
                       const float* gamma, int tokens, int width, float* dx);

/// y = gamma x / sqrt(mean of x^2 + eps). `gamma` is the factor itself (Gemma's includes its 1); null for 1.
void rmsNorm(const float* x, int tokens, int width, const float* gamma, float eps, float* y,
             float* inverse = nullptr);

/// dx = r (g - xhat mean(g xhat)), g = gamma dy, xhat = r x. dx may be dy.
void rmsNormBackward(const float* dy, const float* x, const float* inverse, const float* gamma,
                     int tokens, int width, float* dx);

}  // namespace hw::model
