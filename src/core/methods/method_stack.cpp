// SPDX-License-Identifier: MIT
#include "core/methods/method_stack.h"

#include <optional>
#include <string>
#include <utility>

#include "core/matrix/matrix.h"
#include "core/methods/effective_attention.h"
#include "core/methods/fuse.h"
#include "core/methods/gradient_methods.h"
#include "core/methods/joined_relevance.h"
#include "core/methods/rollout.h"
#include "core/model/check_settings.h"
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
    const bool needs = specOf(method).needsGradients ||
                       (method == Method::joint && needsGradients(settings.jointForm));
    if (needs) {
        if (auto good = checkGradients(example, part); !good) return good;
    }
    if (method == Method::joint && settings.jointForm == JointForm::gradient &&
        example.productGradients) {
        return refuse(Code::badArgument, "gradients", std::string(onlyProducts),
                      "Ask for the file, or for a link with every head; or choose the product.");
    }
    if (part != Part::cross && tensor->queries != tensor->keys) {
        return refuse(Code::badShape, "attentions", "The matrices are not square.",
                      "Self-attention has as many queries as keys; cross-attention belongs under "
                      "\"cross\".");
    }
    // Raw attention has no start layer, and the joined rollout counts it within either side.
    Settings relevant = settings;
    if (!specOf(method).fuses) {
        relevant.fusion = HeadFusion::mean;
        relevant.headOfLayer.clear();
    }
    if (method == Method::raw || (part == Part::cross && method == Method::rollout))
        relevant.startLayer = 0;
    if (method == Method::raw) relevant.layers.clear();
    if (part == Part::cross) relevant.layers.clear();  // they are those of either side
    if (part == Part::cross) relevant.protectedToken = 0;
    return checkSettings(relevant, *tensor);
}

struct MethodStack::State {
    void advance();
    void addLayer(int layer);
    void advanceJoined();

    const AttentionTensor* attentions = nullptr;
    const AttentionTensor* gradients = nullptr;
    std::span<const float> fixedResidual;
    Method method = Method::raw;
    Settings settings;
    std::optional<RolloutStack> encoder;  ///< for the joined form
    std::optional<RolloutStack> decoder;
    std::optional<JoinedRelevance> relevance;
    bool joined = false;
    int firstLayer = 0;
    int total = 0;
    int stepsDone = 0;
    int stepsTotal = 1;
    std::vector<Matrix> matrices;
};

Result<MethodStack> MethodStack::begin(const Example& example, Part part, Method method,
                                       const Settings& settings) {
    if (auto good = checkMethod(example, part, method, settings); !good) {
        return std::unexpected(good.error());
    }
    if (method == Method::flow || method == Method::joint) {
        return refuse(Code::badArgument, "method", "Flow is no product of matrices.",
                      "Compute it as maximum flows.");
    }
    auto made = std::make_unique<State>();
    State& stack = *made;
    stack.attentions = tensorOf(example, part);
    stack.method = method;
    stack.settings = settings;
    stack.joined = part == Part::cross && method == Method::rollout;
    stack.gradients = gradientsOf(example, part);
    if (part == Part::encoder) stack.fixedResidual = example.fixedResidual;
    if (method != Method::raw && !stack.joined) stack.firstLayer = settings.startLayer;
    stack.total = stack.attentions->layers - stack.firstLayer;
    stack.stepsTotal = stack.total;
    if (part == Part::cross && method == Method::relevance) {
        stack.relevance.emplace(example, settings);
        stack.stepsTotal = stack.relevance->steps();
    }
    if (stack.joined) {
        if (const AttentionTensor* side = tensorOf(example, Part::encoder)) {
            stack.encoder.emplace(*side, settings, example.fixedResidual);
            stack.stepsTotal += stack.encoder->total();
        }
        if (const AttentionTensor* side = tensorOf(example, Part::decoder)) {
            stack.decoder.emplace(*side, settings);
            stack.stepsTotal += stack.decoder->total();
        }
    }
    return MethodStack(std::move(made));
}

MethodStack::MethodStack(std::unique_ptr<State> state) : state_(std::move(state)) {}
MethodStack::MethodStack(MethodStack&&) noexcept = default;
MethodStack& MethodStack::operator=(MethodStack&&) noexcept = default;
MethodStack::~MethodStack() = default;

double MethodStack::progress() const {
    return static_cast<double>(state_->stepsDone) / static_cast<double>(state_->stepsTotal);
}
int MethodStack::firstLayer() const { return state_->firstLayer; }
int MethodStack::total() const { return state_->total; }
std::span<const Matrix> MethodStack::matrices() const { return state_->matrices; }
std::vector<Matrix> MethodStack::take() && { return std::move(state_->matrices); }

bool MethodStack::advance() {
    if (state_->stepsDone == state_->stepsTotal) return false;
    state_->advance();
    ++state_->stepsDone;
    return true;
}

void MethodStack::State::advance() {
    if (joined) {
        advanceJoined();
    } else if (relevance) {
        if (auto matrix = relevance->advance()) matrices.push_back(std::move(*matrix));
    } else {
        addLayer(firstLayer + static_cast<int>(matrices.size()));
    }
}

void MethodStack::State::addLayer(int layer) {
    if (method == Method::raw) {
        matrices.push_back(fuseHeads(*attentions, layer, settings));
        return;
    }
    if (method == Method::relevance) {
        const int n = attentions->queries;
        const bool isDropped = settings.ownOne == OwnOne::drop;
        const Matrix start = !matrices.empty() ? Matrix{}
                             : isDropped       ? Matrix(Matrix::Zero(n, n))
                                               : identity(n);
        const Matrix& before = matrices.empty() ? start : matrices.back();
        matrices.push_back(nextRelevance(*attentions, *gradients, settings, layer, before));
        return;
    }
    Matrix effective = method == Method::rollout
                           ? effectiveAttention(*attentions, settings, layer, fixedResidual)
                           : effectiveGradientAttention(*attentions, *gradients, settings, layer);
    matrices.push_back(matrices.empty() ? std::move(effective)
                                        : multiply(effective, matrices.back()));
}

void MethodStack::State::advanceJoined() {
    if (encoder && encoder->advance()) return;
    if (decoder && decoder->advance()) return;
    Matrix product =
        effectiveCrossAttention(*attentions, settings, static_cast<int>(matrices.size()));
    if (decoder) product = multiply(decoder->matrices().back(), product);
    if (encoder) product = multiply(product, encoder->matrices().back());
    matrices.push_back(std::move(product));
}

Result<std::vector<Matrix>> computeStack(const Example& example, Part part, Method method,
                                         const Settings& settings) {
    auto stack = MethodStack::begin(example, part, method, settings);
    if (!stack) return std::unexpected(stack.error());
    while (stack->advance()) {}
    return std::move(*stack).take();
}

}  // namespace hw
