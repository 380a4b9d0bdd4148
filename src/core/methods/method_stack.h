// SPDX-License-Identifier: MIT
// Any method except flow, layer by layer: raw attention, rollout, gradient rollout, relevance, and their combined form
// for encoder-decoder models. (Flow is a family of maximum flow problems, see max_flow.h.)
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/matrix/matrix_view.h"
#include "core/model/attention_model.h"
#include "core/model/methods.h"
#include "core/model/settings.h"
#include "core/problem.h"

namespace hw {

/// One of an example's attention stacks.
enum class Part {
    encoder,        ///< self-attention of the encoder, or of the only stack there is
    decoder,        ///< self-attention of the decoder
    cross,          ///< queries in the decoder, keys in the encoder
    contributions,  ///< contributions of the only stack there is, in place of its attention
};

/// The part an example is mainly about. For an encoder-decoder model it is cross, else the example's contributions if
/// it has some and the method is defined on them, else encoder.
Part mainPart(const Example& example, Method method);

/// True if the method is defined on contributions. That is raw, rollout and flow, without flow of global ones and of
/// those with negative values, which no capacity has.
bool isOfContributions(Method method, MatrixKind kind, bool hasNegative);

/// The weights (or contributions) of a part, or null if the example does not have it.
const AttentionTensor* tensorOf(const Example& example, Part part);

/// The gradients of a part's weights, or null if the example has none.
const AttentionTensor* gradientsOf(const Example& example, Part part);

/// Checks, for a part that the example has, that it has what gradient rollout (encoder, decoder) or relevance needs.
/// That is gradients in the shape of the weights, for Part::cross those of both sides too. Errors: badArgument
/// (missing), badShape.
Result<void> checkGradients(const Example& example, Part part);

/// Checks that the settings fit the part, and that the example has all data that the method needs. Errors: badArgument
/// for settings and missing gradients or parts, badShape if self-attention is not square. With Part::cross the settings
/// must fit all three stacks, and flow needs a self-attention of the decoder for each of its cross-attentions, or none.
Result<void> checkMethod(const Example& example, Part part, Method method,
                         const Settings& settings);

/// Zero-based first layer that a method has values for, with matrices of this kind. This is the settings' start layer,
/// unless each layer counts on its own.
int firstLayerOf(Method method, Part part, MatrixKind kind, const Settings& settings);

/// A method's matrices, one per layer, computed a step at a time so that a worker can show progress and
/// cancel in between.
///
///     auto stack = MethodStack::begin(example, Part::encoder, Method::rollout, settings);
///     if (!stack) return show(stack.error());
///     while (stack->advance()) report(stack->progress());
///
/// - raw: the fused matrix of each layer. Settings other than fusion and heads are ignored. First layer 0.
/// - raw and rollout with Part::contributions: each layer's matrix T_l, and T_l ... T_1. Nothing is added, discarded or
///   divided. Global contributions are already their own rollout, first layer 0. Source: Ferrando et al. 2022 (ALTI),
///   section 3.3.
/// - rollout: as RolloutStack. gradientRollout: the same over effectiveGradientAttention.
/// - relevance: R_l of Chefer et al. 2021, [n][n] per layer, starting from the identity. gradSam: the mean over layers
///   of nextGradSam.
/// - rollout with Part::cross: J_c = R_dec * C_c * R_enc for each cross-attention layer c, where R_dec and R_enc are
///   the rollouts of all layers of either side. A side whose self-attention is not in the file counts as the identity
///   (not both). [T][S] per layer, first layer 0. Source: Chefer, Gur & Wolf 2021, section 3, with rollout in place of
///   relevance.
/// - relevance with Part::cross: core/methods/encoder_decoder_relevance.h, R_qi, [T][S] per layer. The example must outlive the
///   stack.
class MethodStack {
public:
    static Result<MethodStack> begin(const Example& example, Part part, Method method,
                                     const Settings& settings);
    MethodStack(MethodStack&&) noexcept;
    MethodStack& operator=(MethodStack&&) noexcept;
    ~MethodStack();

    /// One step of work, a layer, or a layer of one side. False, with nothing done, when all is done.
    bool advance();
    /// Share of the steps done, 0..1.
    double progress() const;
    /// Zero-based layer of matrices().front(), and the number of matrices when all is done.
    int firstLayer() const;
    int total() const;
    /// The finished matrices, firstLayer() first.
    std::span<const Matrix> matrices() const;
    std::vector<Matrix> take() &&;

private:
    struct State;
    explicit MethodStack(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Everything in one call.
Result<std::vector<Matrix>> computeStack(const Example& example, Part part, Method method,
                                         const Settings& settings);

}  // namespace hw
