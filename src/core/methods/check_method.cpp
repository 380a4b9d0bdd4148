// SPDX-License-Identifier: MIT
// The parts of an example, and whether a method can be computed on one of them.
#include <string>
#include <utility>

#include "core/methods/method_stack.h"
#include "core/model/check_settings.h"
#include "core/model/methods.h"
#include "core/model/setting_fields.h"

namespace hw {
namespace {

std::unexpected<Problem> refuse(Code code, std::string place, std::string finding,
                                std::string remedy) {
    return std::unexpected(Problem{.code = code,
                                   .place = std::move(place),
                                   .finding = std::move(finding),
                                   .remedy = std::move(remedy),
                                   .byte = {}});
}

LocalizedText wordsFor(Part part) {
    switch (part) {
        case Part::encoder: return "self-attention"_tr;
        case Part::decoder: return "decoder self-attention"_tr;
        case Part::cross: return "cross-attention"_tr;
        case Part::contributions: return "contributions"_tr;
    }
    return {};
}

/// Checks that the decoder has a self-attention for each of its cross-attentions.
Result<void> checkLayerByLayer(const Example& example, Method method) {
    const AttentionTensor* decoder = tensorOf(example, Part::decoder);
    const int layers = tensorOf(example, Part::cross)->layers;
    if (decoder == nullptr || decoder->layers == layers) return {};
    return refuse(
        Code::badShape, "cross",
        formatText("The decoder has {} self-attention and {} cross-attention layers."_tr,
                   {decoder->layers, layers}),
        formatText("{} needs both in every layer. Save all of them."_tr, {specOf(method).label}));
}

Result<void> checkAcross(const Example& example, Method method, const Settings& settings) {
    if (!textsOf(method).notAcross.empty()) {
        return refuse(
            Code::badArgument, "method",
            "Only raw attention, rollout, flow and relevance work across encoder and decoder."_tr,
            "Choose one of these, or only the encoder or decoder."_tr);
    }
    const AttentionTensor* decoder = tensorOf(example, Part::decoder);
    const AttentionTensor* encoder = tensorOf(example, Part::encoder);
    if (decoder == nullptr && encoder == nullptr && method != Method::relevance) {
        return refuse(
            Code::badArgument, "method",
            "This method also needs self-attention, but the file has only cross-attention."_tr,
            "Choose raw attention, or save encoder and decoder attention too."_tr);
    }
    for (const AttentionTensor* side : {encoder, decoder}) {
        if (side == nullptr) continue;
        if (auto good = checkSettings(settings, *side); !good) return good;
    }
    return method == Method::flow ? checkLayerByLayer(example, method) : Result<void>{};
}

/// Contributions stay unchanged, so a setting that would change them is refused.
Result<void> checkContributions(MatrixKind kind, bool hasNegative, Method method,
                                const Settings& settings) {
    const LocalizedText instead =
        "Choose the attention (--weights attentions), if the file has it."_tr;
    if (!isOfContributions(method, kind, hasNegative)) {
        return refuse(
            Code::badArgument, "method",
            hasNegative && method == Method::flow
                ? "Some contributions are negative. Flow can’t use them."_tr
            : kind == MatrixKind::globalContributions && method == Method::flow
                ? "These contributions already refer to the input, so flow has no layers."_tr
                : formatText("Contributions have only raw values, rollout and flow, not {}."_tr,
                             {textsOf(method).words}),
            instead);
    }
    Result<void> good;
    forEachSetting([&](const auto& field) {
        const bool isDefault = settings.*field.member == Settings{}.*field.member;
        if (!good || isDefault || !field.methods.has(method)) return;
        if (playsPart(field, method, kind)) return;
        good =
            refuse(Code::badArgument, std::string(field.option.empty() ? field.key : field.option),
                   "This setting has no effect on contributions."_tr, instead);
    });
    return good;
}

/// Gradients of one stack, in its shape.
Result<void> checkGradientsOf(const Example& example, Part part) {
    const AttentionTensor& w = *tensorOf(example, part);
    const AttentionTensor* g = gradientsOf(example, part);
    if (g == nullptr) {
        const LocalizedText finding =
            !example.decoder        ? "The file has no gradients."_tr
            : part == Part::encoder ? "The file has no gradients for the encoder."_tr
            : part == Part::decoder ? "The file has no gradients for the decoder."_tr
                                    : "The file has no gradients for the cross-attention."_tr;
        return refuse(
            Code::badArgument, "gradients", finding,
            "Save the prediction’s attention gradients under \"gradients\", or choose another method."_tr);
    }
    if (g->layers != w.layers || g->heads != w.heads || g->queries != w.queries ||
        g->keys != w.keys) {
        return refuse(Code::badShape, "gradients", "Gradients and attentions differ in shape."_tr,
                      "Save both from the same run."_tr);
    }
    return {};
}

}  // namespace

Part mainPart(const Example& example, Method method) {
    if (example.decoder.has_value()) return Part::cross;
    const AttentionTensor* contributions = tensorOf(example, Part::contributions);
    if (contributions == nullptr) return Part::encoder;
    const bool isDefined =
        isOfContributions(method, contributions->kind, contributions->hasNegative);
    return isDefined || example.attentions.empty() ? Part::contributions : Part::encoder;
}

bool isOfContributions(Method method, MatrixKind kind, bool hasNegative) {
    if (method == Method::flow) return kind != MatrixKind::globalContributions && !hasNegative;
    return specOf(method).isProduct;
}

const AttentionTensor* tensorOf(const Example& example, Part part) {
    const AttentionTensor* tensor = nullptr;
    if (part == Part::encoder) {
        tensor = &example.attentions;
    } else if (part == Part::contributions) {
        tensor = &example.contributions;
    } else if (example.decoder.has_value()) {
        tensor = part == Part::decoder ? &example.decoder->attentions : &example.decoder->cross;
    }
    return tensor != nullptr && !tensor->empty() ? tensor : nullptr;
}

const AttentionTensor* gradientsOf(const Example& example, Part part) {
    const AttentionTensor* tensor = nullptr;
    if (part == Part::encoder) {
        tensor = &example.gradients;
    } else if (part == Part::contributions) {
        return nullptr;
    } else if (example.decoder.has_value()) {
        const Decoder& decoder = *example.decoder;
        tensor = part == Part::decoder ? &decoder.gradients : &decoder.crossGradients;
    }
    return tensor != nullptr && !tensor->empty() ? tensor : nullptr;
}

Result<void> checkGradients(const Example& example, Part part) {
    if (part != Part::cross) return checkGradientsOf(example, part);
    for (const Part each : {Part::cross, Part::encoder, Part::decoder}) {
        if (tensorOf(example, each) == nullptr) continue;
        if (auto good = checkGradientsOf(example, each); !good) return good;
    }
    return checkLayerByLayer(example, Method::relevance);
}

Result<void> checkMethod(const Example& example, Part part, Method method,
                         const Settings& settings) {
    const AttentionTensor* tensor = tensorOf(example, part);
    if (tensor == nullptr) {
        return refuse(Code::badArgument, "part",
                      formatText("The example has no {}."_tr, {wordsFor(part)}),
                      "Choose another part of the model."_tr);
    }
    if (part == Part::cross && specOf(method).overLayers) {
        if (auto good = checkAcross(example, method, settings); !good) return good;
    }
    if (!tensor->isAttention()) {
        if (auto good = checkContributions(tensor->kind, tensor->hasNegative, method, settings);
            !good)
            return good;
    }
    const bool needs = specOf(method).needsGradients ||
                       (method == Method::joint && needsGradients(settings.jointForm));
    if (needs) {
        if (auto good = checkGradients(example, part); !good) return good;
    }
    if (method == Method::joint && settings.jointForm == JointForm::gradient &&
        example.productGradients) {
        return refuse(
            Code::badArgument, "gradients", onlyProducts,
            "Choose product capacities, or ask for the file or a link with every head."_tr);
    }
    if (part != Part::cross && tensor->queries != tensor->keys) {
        return refuse(
            Code::badShape, "attentions", "The matrices are not square."_tr,
            "Self-attention needs as many queries as keys. Save cross-attention under \"cross\"."_tr);
    }
    // Raw attention has no start layer, and the combined rollout counts it within either side.
    Settings relevant = settings;
    if (!specOf(method).fuses) {
        relevant.fusion = HeadFusion::mean;
        relevant.headOfLayer.clear();
        relevant.layerHeads.clear();
    }
    if (!specOf(method).overLayers || (part == Part::cross && specOf(method).wholeAcross))
        relevant.startLayer = 0;
    if (!specOf(method).overLayers) relevant.layers.clear();
    if (part == Part::cross) relevant.layers.clear();  // they belong to either side
    if (part == Part::cross) relevant.protectedToken = 0;
    return checkSettings(relevant, *tensor);
}

}  // namespace hw
