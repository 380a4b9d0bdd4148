// SPDX-License-Identifier: MIT
#include "model/circuit/graph.h"

#include <charconv>

#include "core/localized_text.h"
#include "core/number_text.h"

namespace hw::circuit {
namespace {

constexpr int most = 4'000'000;  ///< edges, so that a sum of capacities fits into 63 bits

std::unexpected<Problem> refused(LocalizedText finding) {
    return std::unexpected(Problem{.code = Code::badArgument,
                                   .place = "circuit",
                                   .finding = finding,
                                   .remedy = "Choose another model."_tr,
                                   .byte = {}});
}

/// Takes `mark` and the number after it from the front. -1, and nothing taken, if they are not there.
int takeNumber(std::string_view& text, std::string_view mark) {
    if (!text.starts_with(mark)) return -1;
    const char* first = text.data() + mark.size();
    const char* last = text.data() + text.size();
    int number = -1;
    const auto [end, error] = std::from_chars(first, last, number);
    if (error != std::errc() || number < 0 || (end - first > 1 && *first == '0')) return -1;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

}  // namespace

Result<Graph> Graph::of(const model::Spec& spec) {
    if (spec.hasCross)
        return refused("Circuits of models with an encoder and a decoder are not supported."_tr);
    if (spec.picture) return refused("Circuits of models of pictures are not supported."_tr);
    if (spec.convolutionTokens > 0)
        return refused("Circuits of models with a convolution are not supported."_tr);
    if (spec.head.task == model::Task::embedding)
        return refused("This model has no outputs whose circuit could be found."_tr);
    Graph made;
    made.layers_ = spec.layerCount();
    made.heads_ = spec.heads;
    made.isParallel_ = spec.placement == model::Placement::parallel;
    if (std::int64_t{1} * made.receivers() * made.nodes() > 2 * std::int64_t{most})
        return refused("This model has too many edges."_tr);
    for (int layer = 0; layer < made.layers_; ++layer) {
        made.first_.push_back(made.edges());
        const int mlp = made.receiver(layer, Reads::mlp, 0);
        for (int node = 0; node < made.headNode(layer, 0); ++node) {
            for (int head = 0; head < made.heads_; ++head)
                for (const Reads reads : {Reads::query, Reads::key, Reads::value})
                    made.ends_.push_back({made.receiver(layer, reads, head), node});
            if (made.isParallel_) made.ends_.push_back({mlp, node});
        }
        for (int node = 0; !made.isParallel_ && node < made.upstream(mlp); ++node)
            made.ends_.push_back({mlp, node});
    }
    made.first_.push_back(made.edges());
    for (int node = 0; node < made.nodes(); ++node) made.ends_.push_back({made.logits(), node});
    return made;
}

Reads Graph::readsOf(int receiver) const {
    if (receiver == logits()) return Reads::logits;
    const int part = receiver % (3 * heads_ + 1) / heads_;
    return static_cast<Reads>(part);
}

int Graph::nodeOf(int receiver) const {
    if (receiver == logits()) return nodes();
    const int layer = layerOf(receiver);
    return readsOf(receiver) == Reads::mlp ? mlpNode(layer) : headNode(layer, headOf(receiver));
}

int Graph::upstream(int receiver) const {
    const int below = headNode(layerOf(receiver), 0);
    return readsOf(receiver) == Reads::mlp && !isParallel_ ? below + heads_ : below;
}

int Graph::edge(int receiver, int node) const {
    const int layer = layerOf(receiver);
    const int first = first_[layer];
    const Reads reads = readsOf(receiver);
    if (reads == Reads::logits) return first + node;
    const int perNode = 3 * heads_ + (isParallel_ ? 1 : 0);
    if (reads != Reads::mlp)
        return first + node * perNode + 3 * headOf(receiver) + static_cast<int>(reads);
    if (isParallel_) return first + node * perNode + 3 * heads_;
    return first + headNode(layer, 0) * perNode + node;
}

std::string Graph::nodeName(int node) const {
    if (node == 0) return "input";
    const std::string layer = numberText(layerOfNode(node));
    if (!isHead(node)) return "m" + layer;
    return "a" + layer + ".h" + numberText((node - 1) % (heads_ + 1));
}

std::string Graph::receiverName(int receiver) const {
    if (receiver == logits()) return "logits";
    const std::string node = nodeName(nodeOf(receiver));
    switch (readsOf(receiver)) {
        case Reads::query: return node + "<q>";
        case Reads::key: return node + "<k>";
        case Reads::value: return node + "<v>";
        default: return node;
    }
}

std::string Graph::edgeName(int edge) const {
    return nodeName(ends_[edge].node) + "->" + receiverName(ends_[edge].receiver);
}

int Graph::nodeNamed(std::string_view name) const {
    if (name == "input") return 0;
    if (const int layer = takeNumber(name, "m"); layer >= 0)
        return name.empty() && layer < layers_ ? mlpNode(layer) : -1;
    const int layer = takeNumber(name, "a");
    const int head = layer < 0 ? -1 : takeNumber(name, ".h");
    return head >= 0 && name.empty() && layer < layers_ && head < heads_ ? headNode(layer, head)
                                                                         : -1;
}

int Graph::edgeNamed(std::string_view name) const {
    const std::size_t arrow = name.find("->");
    if (arrow == std::string_view::npos) return -1;
    const int node = nodeNamed(name.substr(0, arrow));
    std::string_view to = name.substr(arrow + 2);
    if (node < 0) return -1;
    int receiver = -1;
    if (to == "logits") {
        receiver = logits();
    } else {
        constexpr std::string_view parts[] = {"<q>", "<k>", "<v>"};
        int part = static_cast<int>(Reads::mlp);
        for (int i = 0; i < 3; ++i)
            if (to.ends_with(parts[i])) part = i;
        if (part < 3) to.remove_suffix(parts[part].size());
        const int owner = nodeNamed(to);
        if (owner <= 0 || isHead(owner) != (part < 3)) return -1;
        receiver = this->receiver(layerOfNode(owner), static_cast<Reads>(part),
                                  (owner - 1) % (heads_ + 1));
    }
    return node < upstream(receiver) ? edge(receiver, node) : -1;
}

}  // namespace hw::circuit
