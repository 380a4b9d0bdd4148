// SPDX-License-Identifier: MIT
#include "model/network/rotary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "core/localized_text.h"

namespace hw::model {

namespace {

/// More tokens than fit in any machine.
constexpr double mostTokens = 1 << 24;

/// The common parameters of all types that stretch contexts.
struct Stretch {
    double factor = 1;
    double original = 0;  ///< length of texts in the model's first training
};

Stretch stretchOf(Config& parameters, const RotaryGiven& given) {
    Stretch stretch;
    const double own = parameters.real("original_max_position_embeddings", given.longest);
    stretch.original = given.original > 0 ? given.original : own;
    const bool isLeftOut = !parameters.has("factor") && given.longest > 0 && stretch.original > 0;
    stretch.factor = isLeftOut ? given.longest / stretch.original : parameters.real("factor");
    if (!(stretch.factor > 0) || !(stretch.original > 1) || stretch.original > mostTokens)
        parameters.fail("factor", std::string("Invalid frequencies."_tr));
    return stretch;
}

void linear(Config& parameters, const RotaryGiven& /*given*/, Rotary& rotary) {
    const double factor = parameters.real("factor");
    for (double& frequency : rotary.frequencies) frequency /= factor;
}

/// The base grows in texts longer than the longest, which are rejected.
void dynamic(Config& parameters, const RotaryGiven& given, Rotary& rotary) {
    parameters.real("factor");
    parameters.ignore("original_max_position_embeddings");
    rotary.most = static_cast<int>(given.longest);
    if (rotary.most <= 0) parameters.fail("rope_type", std::string("Invalid frequencies."_tr));
}

void llama3(Config& parameters, const RotaryGiven& given, Rotary& rotary) {
    const auto [factor, length] = stretchOf(parameters, given);
    const double low = parameters.real("low_freq_factor");
    const double high = parameters.real("high_freq_factor");
    if (!(low > 0) || !(high > low))
        parameters.fail("high_freq_factor", std::string("Invalid frequencies."_tr));
    for (double& frequency : rotary.frequencies) {
        const double wave = 2 * std::numbers::pi / frequency;
        if (wave < length / high) continue;
        if (wave > length / low) {
            frequency /= factor;
            continue;
        }
        const double smooth = (length / wave - low) / (high - low);
        frequency = (1 - smooth) * frequency / factor + smooth * frequency;
    }
}

/// YaRN (Peng et al. 2023): high frequencies stay, low ones are stretched, with a ramp between; scores grow with the
/// factor.
void yarn(Config& parameters, const RotaryGiven& given, Rotary& rotary) {
    const auto [factor, length] = stretchOf(parameters, given);
    const auto growth = [&](double by) {
        return factor <= 1 ? 1 : 0.1 * by * std::log(factor) + 1;
    };
    const double scale = parameters.real("mscale", 0);
    const double scaleAll = parameters.real("mscale_all_dim", 0);
    const double usual = scale != 0 && scaleAll != 0 ? growth(scale) / growth(scaleAll) : growth(1);
    rotary.scale = parameters.real("attention_factor", usual);
    // Other programs' names, which the library ignores.
    for (const char* key : {"attn_factor", "finetuned"}) parameters.ignore(key);
    const auto orElse = [](double value, double other) { return value != 0 ? value : other; };
    const double fast = orElse(parameters.real("beta_fast", 32), 32);
    const double slow = orElse(parameters.real("beta_slow", 1), 1);
    const int width = rotary.width();
    const auto dimension = [&](double turns) {
        return width * std::log(length / (turns * 2 * std::numbers::pi)) /
               (2 * std::log(given.base));
    };
    double low = dimension(fast);
    double high = dimension(slow);
    if (parameters.flag("truncate", true)) {
        low = std::floor(low);
        high = std::ceil(high);
    }
    low = std::max(low, 0.0);
    high = std::min(high, width - 1.0);
    if (low == high) high += 0.001;
    for (std::size_t i = 0; i < rotary.frequencies.size(); ++i) {
        const double ramp = std::clamp((static_cast<double>(i) - low) / (high - low), 0.0, 1.0);
        rotary.frequencies[i] *= ramp / factor + (1 - ramp);
    }
}

/// LongRoPE (Ding et al. 2024): each frequency is divided by its own number, with a second set for texts beyond the
/// original length.
void longRope(Config& parameters, const RotaryGiven& given, Rotary& rotary) {
    const auto [factor, length] = stretchOf(parameters, given);
    const double usual = factor <= 1 ? 1 : std::sqrt(1 + std::log(factor) / std::log(length));
    rotary.scale = parameters.real("attention_factor", usual);
    const std::vector<double> shorter = parameters.reals("short_factor");
    const std::vector<double> longer = parameters.reals("long_factor");
    const std::size_t pairs = rotary.frequencies.size();
    if (shorter.size() != pairs || longer.size() != pairs) {
        parameters.fail("short_factor", formatText("Expected {} numbers."_tr, {pairs}));
        return;
    }
    rotary.longer = rotary.frequencies;
    rotary.shortTokens = static_cast<int>(std::min(length, mostTokens));
    for (std::size_t i = 0; i < pairs; ++i) {
        rotary.frequencies[i] /= shorter[i];
        rotary.longer[i] /= longer[i];
    }
}

/// A file may contain any number. No run may start with invalid frequencies.
bool isPossible(const Rotary& rotary) {
    const auto isGood = [](double number) { return number > 0 && std::isfinite(number); };
    return isGood(rotary.scale) && std::ranges::all_of(rotary.frequencies, isGood) &&
           std::ranges::all_of(rotary.longer, isGood);
}

void unchanged(Config& /*parameters*/, const RotaryGiven& /*given*/, Rotary& /*rotary*/) {}

struct Kind {
    std::string_view name;
    void (*change)(Config& parameters, const RotaryGiven& given, Rotary& rotary);
};
constexpr std::array<Kind, 7> kinds{{{"default", unchanged},
                                     {"linear", linear},
                                     {"dynamic", dynamic},
                                     {"llama3", llama3},
                                     {"yarn", yarn},
                                     {"longrope", longRope},
                                     {"su", longRope}}};

}  // namespace

Rotary plainRotary(int width, double base) {
    Rotary rotary;
    for (int i = 0; i < width / 2; ++i)
        rotary.frequencies.push_back(std::pow(base, -2.0 * i / width));
    return rotary;
}

Rotary readRotary(Config& parameters, RotaryGiven given) {
    given.base = parameters.real("rope_theta", given.base);
    given.partial = parameters.real("partial_rotary_factor", given.partial);
    const std::string type = parameters.text("rope_type", parameters.text("type", "default"));
    if (!(given.base > 0) || !(given.partial > 0) || given.partial > 1 ||
        given.headWidth > mostRotaryWidth) {
        parameters.fail("rope_theta", std::string("Invalid frequencies."_tr));
        return {};
    }
    // The library's classes that rotate complete heads fail if frequencies are scaled and partial.
    if (given.isWhole && given.partial != 1 && type != "default")
        parameters.fail("partial_rotary_factor",
                        std::string("This family doesn’t support partial RoPE."_tr));
    const double partial = given.isWhole ? 1 : given.partial;
    Rotary rotary = plainRotary(static_cast<int>(given.headWidth * partial) / 2 * 2, given.base);
    const auto* kind = std::ranges::find(kinds, type, &Kind::name);
    if (kind == kinds.end())
        parameters.fail("rope_type",
                        formatText("Unsupported RoPE type “{}”."_tr, {io::excerpt(type)}));
    else
        kind->change(parameters, given, rotary);
    if (!isPossible(rotary)) parameters.fail("rope_type", std::string("Invalid frequencies."_tr));
    return rotary;
}

RotaryGiven readLengths(Config& config, int headWidth, double base) {
    return {.headWidth = headWidth,
            .base = base,
            .longest = static_cast<double>(config.whole("max_position_embeddings", 2048)),
            .original = config.real("original_max_position_embeddings", 0)};
}

Rotary readRotaryKeys(Config& config, int headWidth, double base, std::optional<double> partial) {
    RotaryGiven given = readLengths(config, headWidth, config.real("rope_theta", base));
    given.partial = config.real("partial_rotary_factor", partial.value_or(1));
    given.isWhole = !partial;
    Config scaling = config.object("rope_scaling");
    // An empty object counts as none.
    if (!scaling.isEmpty()) {
        config.ignore("rope_parameters");
        return readRotary(scaling, given);
    }
    Config parameters = config.object("rope_parameters");
    return readRotary(parameters, given);
}

}  // namespace hw::model
