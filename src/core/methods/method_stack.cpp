// SPDX-License-Identifier: MIT
#include "core/methods/method_stack.h"

#include <optional>
#include <utility>

#include "core/matrix/matrix.h"
#include "core/methods/encoder_decoder_relevance.h"
#include "core/methods/gradient_methods.h"
#include "core/methods/rollout.h"
#include "core/methods/steps/effective_attention.h"
#include "core/methods/steps/fuse.h"

namespace hw {
struct MethodStack::State {
    void advance();
    void addLayer(int layer);
    void advanceAcross();

    const AttentionTensor* attentions = nullptr;
    const AttentionTensor* gradients = nullptr;
    std::span<const float> fixedResidual;
    Method method = Method::raw;
    Settings settings;
    std::optional<RolloutStack> encoder;  ///< for the joined form
    std::optional<RolloutStack> decoder;
    std::optional<EncoderDecoderRelevance> relevance;
    bool acrossRelevance = false;
    int firstLayer = 0;
    int total = 0;
    int stepsDone = 0;
    int stepsTotal = 1;
    std::vector<Matrix> matrices;
};

int firstLayerOf(Method method, Part part, MatrixKind kind, const Settings& settings) {
    const bool isAcross = part == Part::cross && specOf(method).wholeAcross;
    const bool areApart =
        !specOf(method).overLayers || isAcross || kind == MatrixKind::globalContributions;
    return areApart ? 0 : settings.startLayer;
}

Result<MethodStack> MethodStack::begin(const Example& example, Part part, Method method,
                                       const Settings& settings) {
    if (auto good = checkMethod(example, part, method, settings); !good) {
        return std::unexpected(good.error());
    }
    if (method == Method::flow || method == Method::joint) {
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "method",
                                       .finding = "Flow is not a product of matrices."_tr,
                                       .remedy = "Compute maximum flows instead."_tr,
                                       .byte = {}});
    }
    auto made = std::make_unique<State>();
    State& stack = *made;
    stack.attentions = tensorOf(example, part);
    stack.method = method;
    stack.settings = settings;
    stack.acrossRelevance = part == Part::cross && specOf(method).wholeAcross;
    stack.gradients = gradientsOf(example, part);
    if (part == Part::encoder) stack.fixedResidual = example.fixedResidual;
    stack.firstLayer = firstLayerOf(method, part, stack.attentions->kind, settings);
    stack.total = stack.attentions->layers - stack.firstLayer;
    stack.stepsTotal = stack.total;
    if (part == Part::cross && method == Method::relevance) {
        stack.relevance.emplace(example, settings);
        stack.stepsTotal = stack.relevance->steps();
    }
    if (stack.acrossRelevance) {
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
    if (acrossRelevance) {
        advanceAcross();
    } else if (relevance) {
        if (auto matrix = relevance->advance()) matrices.push_back(std::move(*matrix));
    } else {
        addLayer(firstLayer + static_cast<int>(matrices.size()));
    }
}

void MethodStack::State::addLayer(int layer) {
    if (!specOf(method).overLayers) {
        matrices.push_back(fuseHeads(*attentions, layer, settings));
        return;
    }
    if (method == Method::relevance || method == Method::gradSam) {
        const int n = attentions->queries;
        const bool fromZero = method == Method::gradSam || settings.ownOne == IdentityTerm::drop;
        const Matrix start = !matrices.empty() ? Matrix{}
                             : fromZero        ? Matrix(Matrix::Zero(n, n))
                                               : identity(n);
        const Matrix& before = matrices.empty() ? start : matrices.back();
        const auto next = method == Method::gradSam ? nextGradSam : nextRelevance;
        matrices.push_back(next(*attentions, *gradients, settings, layer, before));
        return;
    }
    Matrix effective = method == Method::rollout
                           ? effectiveAttention(*attentions, settings, layer, fixedResidual)
                           : effectiveGradientAttention(*attentions, *gradients, settings, layer);
    const bool isFirst = matrices.empty() || attentions->isGlobal();
    matrices.push_back(isFirst ? std::move(effective) : multiply(effective, matrices.back()));
}

void MethodStack::State::advanceAcross() {
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
