// SPDX-License-Identifier: MIT
// Activation functions with their derivatives, over any number of values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hw::model {

enum class Activation : std::uint8_t {
    none,       ///< u
    gelu,       ///< u Phi(u), by the error function
    geluTanh,   ///< u/2 (1 + tanh(sqrt(2/pi) (u + 0.044715 u^3))): gelu_new, gelu_pytorch_tanh
    quickGelu,  ///< u sigmoid(1.702 u)
    silu,       ///< u sigmoid(u): swish
    relu,
    tanh,
};

/// y[i] = f(u[i]); y may be u. Within 1e-6 of the exact value, relative to the larger of |f(u)| and |u| / 5.
void activate(Activation kind, const float* u, std::size_t count, float* y);

/// du[i] = dy[i] f'(u[i]); du may be dy. relu'(0) = 0, as in PyTorch.
void activateBackward(Activation kind, const float* u, const float* dy, std::size_t count,
                      float* du);

/// sum[i] += part[i], of equal sizes.
void addTo(std::vector<float>& sum, const std::vector<float>& part);

/// y[i] = f(gate[i]) up[i]; y may be either.
void activateGated(Activation kind, const float* gate, const float* up, std::size_t count,
                   float* y);

/// Gradients of activateGated(): dGate = dy up f'(gate), dUp = dy f(gate). Each may overwrite dy or its own input.
void activateGatedBackward(Activation kind, const float* gate, const float* up, const float* dy,
                           std::size_t count, float* dGate, float* dUp);

}  // namespace hw::model
