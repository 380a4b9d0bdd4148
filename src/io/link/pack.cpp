// SPDX-License-Identifier: MIT
#include "io/link/pack.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/methods/method_stack.h"
#include "core/model/setting_fields.h"
#include "core/number_text.h"
#include "io/link/rank_error.h"
#include "io/link/search.h"
#include "io/packed/content.h"
#include "io/packed/picture.h"
#include "io/packed/text64.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

bool hasSeveralHeads(const Example& example) {
    const int heads = example.decoder ? example.decoder->cross.heads : example.attentions.heads;
    return heads > 1 || example.attentions.heads > 1;
}

/// The fewest steps that keep the order of the values, and their ties.
std::optional<PackedScores> packScores(const Importance& scores) {
    PackedScores packed{scores.name};
    const auto [least, most] = std::ranges::minmax(scores.values);
    const bool finite =
        std::ranges::all_of(scores.values, [](double value) { return std::isfinite(value); });
    packed.low = static_cast<float>(least);
    if (!finite || !std::isfinite(packed.low)) return std::nullopt;
    for (unsigned width = 8; width <= 24; width += 2) {
        packed.step = static_cast<float>((most - least) / ((1U << width) - 1));
        if (!std::isfinite(packed.step)) return std::nullopt;
        packed.ranks.clear();
        std::set<double> values;
        std::set<std::uint32_t> ranks;
        for (const double value : scores.values) {
            const double rank =
                packed.step > 0 ? (value - least) / static_cast<double>(packed.step) : 0;
            packed.ranks.push_back(static_cast<std::uint32_t>(
                std::clamp(std::round(rank), 0.0, double{(1U << 24U) - 1})));
            values.insert(value);
            ranks.insert(packed.ranks.back());
        }
        if (values.size() == ranks.size()) return packed;
    }
    return std::nullopt;
}

void addFields(const Example& example, const PicturePoints& decoded, Content& content) {
    content.title = example.title;
    content.model = example.model;
    content.source = example.source;
    content.numbered = example.tokensAreNumbered;
    content.tokens = example.tokens;
    if (example.decoder) content.decoderTokens = example.decoder->tokens;
    content.outputToken = std::max(example.outputToken, -1);
    content.specialTokens = example.specialTokens;
    content.words = example.words;
    content.segments = example.segments;
    content.ofContributions = !example.contributions.empty();
    content.contributionKind = example.contributionKind;
    for (const std::string& text : example.predicted)
        content.more.push_back(std::string(predictedKey) + text);
    if (!example.predictedProbability.empty()) {
        std::string probabilities(probabilitiesKey);
        for (std::size_t i = 0; i < example.predictedProbability.size(); ++i) {
            const float probability = example.predictedProbability[i];
            probabilities += i == 0 ? "" : ",";
            if (probability >= 0) probabilities += numberText(probability);
        }
        content.more.push_back(std::move(probabilities));
    }
    for (const float ratio : example.fixedResidual) {
        const double steps = static_cast<double>(ratio) * 4095;
        content.fixedResidual.push_back(
            steps >= 0 && steps <= 4095 ? static_cast<int>(std::lround(steps)) : -1);
    }
    for (const Importance& scores : example.importance) {
        if (auto packed = packScores(scores); packed && content.scores.size() < 16) {
            content.scores.push_back(std::move(*packed));
        } else {
            content.leftOut |= withoutScores;
        }
    }
    if (!example.image) return;
    const ImageInfo& image = *example.image;
    content.picture = packPicture(image, decoded);
    if (!content.picture || !image.more.empty()) {
        std::string text(patchesKey);
        text += image.isVideo ? '1' : '0';
        for (int i = 0; i < image.regions(); ++i) {
            const ImageRegion& region = image.region(i);
            for (const int number : {region.rows, region.cols, region.firstPatchToken})
                text += ',' + numberText(number);
        }
        content.more.push_back(std::move(text));
    }
    const bool others = std::ranges::any_of(
        image.more, [](const ImageRegion& each) { return !each.dataUrl.empty(); });
    if (others || (!content.picture && !image.dataUrl.empty())) content.leftOut |= withoutPicture;
    if (content.picture && content.picture->mime.empty()) content.leftOut |= withoutDetail;
}

std::size_t charactersOf(const std::string& bytes) { return (bytes.size() * 4 + 2) / 3; }

/// Drops parts that do not fit, if that makes the rest fit. A picture is first made smaller.
std::string fit(Content& content, const Example& example, const PackOptions& options) {
    const std::size_t room = options.room;
    std::string bytes = encode(content);
    if (room == 0 || charactersOf(bytes) <= room) return bytes;
    Content less = content;
    if (less.picture) {
        for (const int points : {3200, 1600, 800}) {
            if (!less.picture->mime.empty()) break;  // its own bytes, which are few
            less.picture = packPicture(*example.image, options.picture, points);
            std::string smaller = encode(less);
            if (charactersOf(smaller) <= room) return content = less, smaller;
        }
        less.picture.reset();
        less.leftOut = (less.leftOut & ~std::uint32_t{withoutDetail}) | withoutPicture;
        std::string shorter = encode(less);
        if (charactersOf(shorter) <= room) return content = less, shorter;
    }
    if (less.scores.empty()) return bytes;
    less.scores.clear();
    std::erase_if(less.more, [](const std::string& each) { return each.starts_with(ranksKey); });
    less.leftOut |= withoutScores;
    std::string shorter = encode(less);
    return charactersOf(shorter) <= room ? (content = less, shorter) : bytes;
}

/// The example with only one of attention and contributions, and the settings that apply to it.
Example oneOf(const Example& original, PackOptions& options, std::uint32_t& leftOut) {
    Example shown = original;
    if (original.contributions.empty() || original.decoder) return shown;
    const bool hasBoth = !original.attentions.empty();
    if (hasBoth && !options.ofContributions.value_or(true)) {
        shown.contributions = {};
        leftOut |= withoutContributions;
        return shown;
    }
    if (hasBoth) leftOut |= withoutAttention;
    if (!original.gradients.empty()) leftOut |= withoutGradients;
    shown.attentions = {};
    shown.gradients = {};
    shown.fixedResidual.clear();
    Settings kept;
    forEachSetting([&](const auto& field) {
        if (playsPart(field, Method::rollout, shown.contributions.kind))
            kept.*field.member = options.settings.*field.member;
    });
    options.settings = std::move(kept);
    return shown;
}

Problem notPacked(Code code, std::string finding, std::string remedy, std::string place = "link") {
    return {code, std::move(place), std::move(finding), std::move(remedy), std::nullopt};
}

bool hasAnyGradients(const Example& example) {
    const auto parts = {Part::encoder, Part::decoder, Part::cross};
    return std::ranges::any_of(parts,
                               [&](Part part) { return gradientsOf(example, part) != nullptr; });
}

/// The number of weights that the link contains, over all stacks.
std::uint64_t weightsOf(const Example& example, PackData data) {
    std::uint64_t weights = 0;
    for (const Part part : {Part::encoder, Part::decoder, Part::cross, Part::contributions}) {
        const AttentionTensor* tensor = tensorOf(example, part);
        if (tensor == nullptr) continue;
        const bool all = data == PackData::heads;
        weights +=
            all ? tensor->count() : tensor->count() / static_cast<std::uint64_t>(tensor->heads);
    }
    return weights;
}

Result<void> checkOrder(const PackOptions& options) {
    if (!(options.maxError >= 2e-5 && options.maxError <= 0.1)) {
        return std::unexpected(notPacked(
            Code::badArgument, "A link’s max bar error must be between 0.00002 and 0.1."_tr,
            "Choose 0.002 or less to see no difference."_tr, "error"));
    }
    return {};
}

Result<void> checkExample(const Example& example, const PackOptions& options) {
    const Part part = mainPart(example, Method::raw);
    if (auto fits = checkMethod(example, part, Method::raw, options.settings); !fits) return fits;
    const std::uint64_t weights = weightsOf(example, options.data);
    if (weights <= mostWeights) return {};
    return std::unexpected(
        notPacked(Code::tooLarge,
                  formatText("Links contain at most {} weights (this analysis has {})."_tr,
                             {grouped(mostWeights), grouped(weights)}),
                  options.data == PackData::heads ? "Send it without heads, or send a file."_tr
                                                  : "Send a file instead."_tr));
}

/// Fills in everything that the link may contain, whatever its length, and returns the error of bars, as roundWeights.
std::optional<BarError> fill(const Example& example, const PackOptions& options, Content& content) {
    const auto error = roundWeights(example, options, content);
    if (!error) return std::nullopt;
    content.fusion = options.settings.fusion;
    if (options.data == PackData::fused && hasSeveralHeads(example))
        content.leftOut |= withoutHeads;
    if (hasAnyGradients(example) && content.gradients == GradientKind::nothing)
        content.leftOut |= withoutGradients;
    if (content.gradients == GradientKind::products) content.leftOut |= withoutHeadGradients;
    content.bound = static_cast<int>(std::min(1e6, std::ceil(error->shares * 1e6)));
    addFields(example, options.picture, content);
    return error;
}

/// Smaller errors do not show in two decimals.
constexpr double leastRankError = 0.005;

}  // namespace

Result<Packed> pack(const Document& document, const PackOptions& options) {
    const auto count = document.examples.size();
    if (options.example < 0 || std::cmp_greater_equal(options.example, count)) {
        return std::unexpected(notPacked(
            Code::badArgument,
            formatText("There is no example {} (the file has {})."_tr, {options.example, count}),
            formatText("Choose one from 0 to {}."_tr, {count - 1}), "example"));
    }
    return pack(document.examples[options.example], count > 1, options);
}

Result<Packed> pack(const Example& given, bool isOneOfSeveral, const PackOptions& wanted) {
    if (auto good = checkOrder(wanted); !good) return std::unexpected(good.error());
    PackOptions options = wanted;
    std::uint32_t leftOut = 0;
    if (isOneOfSeveral) leftOut |= withoutExamples;
    const Example example = oneOf(given, options, leftOut);
    if (auto good = checkExample(example, options); !good) return std::unexpected(good.error());
    PackOptions chosen = options;
    chosen.withGradients = options.withGradients && hasAnyGradients(example) &&
                           2 * weightsOf(example, options.data) <= mostWeights;
    if (options.data == PackData::heads && needsGradients(options.settings.fusion)) {
        chosen.needsGradients = true;
        if (!chosen.withGradients) {
            return std::unexpected(notPacked(
                Code::badArgument,
                "A link with every head has no space for the gradients that this head fusion needs."_tr,
                "Send one matrix per layer, or choose another head fusion."_tr, "gradients"));
        }
    }
    Content content;
    std::optional<BarError> error = fill(example, chosen, content);
    if (error && chosen.withGradients && !chosen.needsGradients && options.room > 0 &&
        charactersOf(encode(content)) > options.room) {
        chosen.withGradients = false;
        content = {};
        error = fill(example, chosen, content);
    }
    if (!error) {
        return std::unexpected(notPacked(Code::badNumber,
                                         "A row sums to 64 or more, so this isn’t attention."_tr,
                                         "First divide rows by their sum on opening."_tr));
    }
    content.leftOut |= leftOut;
    Packed packed;
    if (!content.scores.empty()) packed.rankError = rankError(example, options, encode(content));
    if (packed.rankError >= leastRankError)
        content.more.push_back(std::string(ranksKey) +
                               numberText(static_cast<int>(std::ceil(packed.rankError * 1000))));
    const std::string bytes = fit(content, example, options);
    if (content.scores.empty()) packed.rankError = 0;
    Limits limits;
    if (const auto read = decode(bytes, limits); !read) return std::unexpected(read.error());
    packed.text = toBase64(bytes, Base64::url);
    packed.characters = packed.text.size();
    packed.errorBound = content.bound / 1e6;
    packed.flowError = error->flow;
    packed.flowOfAll = error->flowOfAll;
    packed.leftOut = leftOutLines(content.leftOut, content.fusion);
    return packed;
}

Result<Document> openPacked(std::string_view text, const Limits& limits,
                            const OpenOptions& options) {
    const std::string fragment = "#data=" + std::string(packedText(text));
    return openBytes(std::as_bytes(std::span(fragment)), "link", limits, options);
}

}  // namespace hw::io
