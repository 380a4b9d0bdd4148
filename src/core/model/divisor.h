// SPDX-License-Identifier: MIT
// The divisor that removes the effect of position alone from values.
#pragma once

#include <limits>
#include <span>

#include "core/choice_names.h"
#include "core/model/matrix_kind.h"
#include "core/model/methods.h"
#include "core/model/settings.h"

namespace hw {

enum class Divisor {
    nothing,
    uniformCausal,  ///< the same quantity of a causal model that looks equally at all tokens before
};
template <>
struct Names<Divisor> {
    static constexpr ChoiceName list[] = {
        {"nothing", "values"_tr},
        {"uniform-causal", "relative to uniform causal"_tr,
         "divided by the value under equal attention to all earlier tokens"_tr}};
};

/// The settings that matter to the uniform causal model, W[i][j] = 1/(i+1) for j <= i. They are layers, start layer,
/// residual and division. Its heads are all the same, and among equal weights none is the smallest, so nothing is
/// discarded. Our own definition, since Abnar & Zuidema 2020 (section 5) ask to normalise by the receptive field and
/// give no formula.
Settings uniformSettings(const Settings& settings);

/// Why a method's values have no ratio to the uniform causal model's, as a sentence, or empty if they have one.
/// `hasNegative` means that some values of the part are negative.
LocalizedText whyNoRatio(Method method, MatrixKind kind, bool isCausal, bool hasNegative);

/// The same for cross-attention.
inline constexpr LocalizedText noRatioAcross =
    "Cross-attention reads another text, unlike the uniform causal model."_tr;

/// One ratio, X over U. NaN where U is 0, which is above the diagonal.
template <class Number>
Number ratioOf(Number x, Number u) {
    return u > 0 ? x / u : std::numeric_limits<Number>::quiet_NaN();
}

/// Replaces each value by its ratio to the uniform causal model's at the same position. Both have the same size.
template <class Number>
void divideByUniform(std::span<Number> values, std::span<const Number> uniform) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = ratioOf(values[i], uniform[i]);
}

}  // namespace hw
