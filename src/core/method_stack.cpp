// SPDX-License-Identifier: MIT
#include "core/method_stack.h"

#include <string>
#include <utility>

#include "core/check_settings.h"
#include "core/effective_attention.h"
#include "core/fuse.h"
#include "core/gradient_methods.h"
#include "core/number_text.h"

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

const char* wordsFor(Part part) {
    switch (part) {
        case Part::encoder: return "self-attention";
        case Part::decoder: return "self-attention of a decoder";
        case Part::cross: return "cross-attention";
    }
    return "";
}

Result<void> checkJoined(const Example& example, Method method, const Settings& settings) {
    if (method != Method::rollout && method != Method::relevance) {
        return refuse(Code::badArgument, "method",
                      "Across encoder and decoder there are raw attention, rollout and relevance.",
                      "Choose one of them, or the encoder or the decoder alone.");
    }
    const AttentionTensor* decoder = tensorOf(example, Part::decoder);
    const AttentionTensor* encoder = tensorOf(example, Part::encoder);
    if (decoder == nullptr && encoder == nullptr && method == Method::rollout) {
        return refuse(Code::badArgument, "method",
                      "The file holds cross-attention alone; rollout joins it with the "
                      "self-attention of both sides.",
                      "Choose raw attention, or save encoder and decoder attentions too.");
    }
    for (const AttentionTensor* side : {encoder, decoder}) {
        if (side == nullptr) continue;
        if (auto good = checkSettings(settings, *side); !good) return good;
    }
    return {};
}

/// Gradients of one stack, in its shape.
Result<void> checkGradientsOf(const Example& example, Part part) {
    const AttentionTensor& w = *tensorOf(example, part);
    const AttentionTensor* g = gradientsOf(example, part);
    if (g == nullptr) {
        const char* whose = !example.decoder        ? "."
                            : part == Part::encoder ? " of the encoder."
                            : part == Part::decoder ? " of the decoder."
                                                    : " of the cross-attention.";
        return refuse(Code::badArgument, "gradients",
                      std::string("The file holds no gradients") + whose,
                      "Save the gradients of the prediction with respect to the attention weights "
                      "under \"gradients\", or choose another method.");
    }
    if (g->layers != w.layers || g->heads != w.heads || g->queries != w.queries ||
        g->keys != w.keys) {
        return refuse(Code::badShape, "gradients", "Gradients and attentions differ in shape.",
                      "Save both from the same run of the model.");
    }
    return {};
}

}  // namespace

Part mainPart(const Example& example) {
    return example.decoder.has_value() ? Part::cross : Part::encoder;
}

const AttentionTensor* tensorOf(const Example& example, Part part) {
    const AttentionTensor* tensor = nullptr;
    if (part == Part::encoder) {
        tensor = &example.attentions;
    } else if (example.decoder.has_value()) {
        tensor = part == Part::decoder ? &example.decoder->attentions : &example.decoder->cross;
    }
    return tensor != nullptr && !tensor->empty() ? tensor : nullptr;
}

const AttentionTensor* gradientsOf(const Example& example, Part part) {
    const AttentionTensor* tensor = nullptr;
    if (part == Part::encoder) {
        tensor = &example.gradients;
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
    const AttentionTensor* decoder = tensorOf(example, Part::decoder);
    const int layers = tensorOf(example, Part::cross)->layers;
    if (decoder == nullptr || decoder->layers == layers) return {};
    return refuse(Code::badShape, "cross",
                  "The decoder has " + numberText(decoder->layers) + " layers and " +
                      numberText(layers) + " of cross-attention.",
                  "Relevance goes through both layer by layer; save all of them.");
}

Result<void> checkMethod(const Example& example, Part part, Method method,
                         const Settings& settings) {
    const AttentionTensor* tensor = tensorOf(example, part);
    if (tensor == nullptr) {
        return refuse(Code::badArgument, "part",
                      std::string("The example has no ") + wordsFor(part) + ".",
                      "Choose another part of the model.");
    }
    if (part == Part::cross && method != Method::raw) {
        if (auto good = checkJoined(example, method, settings); !good) return good;
    }
    if (specOf(method).needsGradients) {
        if (auto good = checkGradients(example, part); !good) return good;
    }
    if (part != Part::cross && tensor->queries != tensor->keys) {
        return refuse(Code::badShape, "attentions", "The matrices are not square.",
                      "Self-attention has as many queries as keys; cross-attention belongs under "
                      "\"cross\".");
    }
    // Raw attention has no start layer, and the joined rollout counts it within either side.
    Settings relevant = settings;
    if (method == Method::raw || (part == Part::cross && method == Method::rollout))
        relevant.startLayer = 0;
    if (method == Method::raw) relevant.layers.clear();
    if (part == Part::cross) relevant.layers.clear();  // they are those of either side
    if (part == Part::cross) relevant.protectedToken = 0;
    return checkSettings(relevant, *tensor);
}

Result<MethodStack> MethodStack::begin(const Example& example, Part part, Method method,
                                       const Settings& settings) {
    if (auto good = checkMethod(example, part, method, settings); !good) {
        return std::unexpected(good.error());
    }
    if (method == Method::flow) {
        return refuse(Code::badArgument, "method", "Flow is no product of matrices.",
                      "Compute it as maximum flows.");
    }
    MethodStack stack;
    stack.attentions_ = tensorOf(example, part);
    stack.method_ = method;
    stack.settings_ = settings;
    stack.joined_ = part == Part::cross && method == Method::rollout;
    stack.gradients_ = gradientsOf(example, part);
    if (part == Part::encoder) stack.fixedResidual_ = example.fixedResidual;
    if (method != Method::raw && !stack.joined_) stack.firstLayer_ = settings.startLayer;
    stack.total_ = stack.attentions_->layers - stack.firstLayer_;
    stack.stepsTotal_ = stack.total_;
    if (part == Part::cross && method == Method::relevance) {
        stack.relevance_.emplace(example, settings);
        stack.stepsTotal_ = stack.relevance_->steps();
    }
    if (stack.joined_) {
        if (const AttentionTensor* side = tensorOf(example, Part::encoder)) {
            stack.encoder_.emplace(*side, settings, example.fixedResidual);
            stack.stepsTotal_ += stack.encoder_->total();
        }
        if (const AttentionTensor* side = tensorOf(example, Part::decoder)) {
            stack.decoder_.emplace(*side, settings);
            stack.stepsTotal_ += stack.decoder_->total();
        }
    }
    return stack;
}

bool MethodStack::advance() {
    if (stepsDone_ == stepsTotal_) return false;
    if (joined_) {
        advanceJoined();
    } else if (relevance_) {
        if (auto matrix = relevance_->advance()) matrices_.push_back(std::move(*matrix));
    } else {
        addLayer(firstLayer_ + static_cast<int>(matrices_.size()));
    }
    ++stepsDone_;
    return true;
}

void MethodStack::addLayer(int layer) {
    if (method_ == Method::raw) {
        matrices_.push_back(fuseHeads(*attentions_, layer, settings_.fusion, settings_.heads,
                                      settings_.headWeights));
        return;
    }
    if (method_ == Method::relevance) {
        const Matrix start = matrices_.empty() ? identity(attentions_->queries) : Matrix{};
        const Matrix& before = matrices_.empty() ? start : matrices_.back();
        matrices_.push_back(nextRelevance(*attentions_, *gradients_, settings_, layer, before));
        return;
    }
    Matrix effective =
        method_ == Method::rollout
            ? effectiveAttention(*attentions_, settings_, layer, fixedResidual_)
            : effectiveGradientAttention(*attentions_, *gradients_, settings_, layer);
    matrices_.push_back(matrices_.empty() ? std::move(effective)
                                          : multiply(effective, matrices_.back()));
}

void MethodStack::advanceJoined() {
    if (encoder_ && encoder_->advance()) return;
    if (decoder_ && decoder_->advance()) return;
    Matrix joined =
        effectiveCrossAttention(*attentions_, settings_, static_cast<int>(matrices_.size()));
    if (decoder_) joined = multiply(decoder_->matrices().back(), joined);
    if (encoder_) joined = multiply(joined, encoder_->matrices().back());
    matrices_.push_back(std::move(joined));
}

Result<std::vector<Matrix>> computeStack(const Example& example, Part part, Method method,
                                         const Settings& settings) {
    auto stack = MethodStack::begin(example, part, method, settings);
    if (!stack) return std::unexpected(stack.error());
    while (stack->advance()) {}
    return std::move(*stack).take();
}

}  // namespace hw
