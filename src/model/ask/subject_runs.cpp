// SPDX-License-Identifier: MIT
// A subject as a runner. Our own network makes the runs.
#include <algorithm>
#include <limits>
#include <utility>

#include "core/localized_text.h"
#include "model/ask/cut_value_cache.h"
#include "model/ask/subject.h"
#include "model/run/read_out.h"

namespace hw::model {
namespace {

/// The row of a picture for a patch without pixels (pictureInput).
int blankRow(const Network& network) { return network.spec.vocabulary - 1; }

/// The first-order effect of wiping is (blank - x) dy/dx of the patch's row.
std::vector<Unit> patchesOf(const Network& network, const Trace& trace,
                            const Gradients& gradients) {
    std::vector<Unit> units;
    const TextInput& text = trace.texts[0];
    if (!network.spec.picture || !text.rows) return units;
    const std::size_t width = network.spec.embeddingWidth;
    const auto row = [&](int id) { return std::span(*text.rows).subspan(id * width, width); };
    const std::span blank = row(blankRow(network));
    for (int token = network.spec.leadingTokens(); token < text.length(); ++token) {
        const std::span own = row(text.ids[token]);
        if (std::ranges::equal(own, blank)) continue;
        const auto runGradients = std::span(gradients.embeddings).subspan(token * width, width);
        double change = 0;
        for (std::size_t i = 0; i < width; ++i)
            change += (static_cast<double>(blank[i]) - own[i]) * runGradients[i];
        units.push_back({UnitKind::patch, {0, 0, 0, token}, change, 1});
    }
    return units;
}

/// In the attention from a decoder to its encoder: cuts everything that a head reads, or all attention to a token.
void addAcross(Edits& edits, const Unit& unit, const Spec& spec, int tokens, int sources) {
    const Edge& place = unit.place;
    const bool isHead = unit.kind == UnitKind::head;
    if (unit.kind == UnitKind::edge) return edits.cross.push_back(place);
    if (!isHead) edits.rule = CutRule::renormalise;  // as when hidden from the encoder's own tokens
    for (int layer = 0; layer < spec.layerCount(); ++layer)
        for (int head = 0; head < spec.heads; ++head) {
            if (isHead && (layer != place.layer || head != place.head)) continue;
            for (int query = 0; query < tokens; ++query)
                for (int key = 0; key < sources; ++key)
                    if (isHead || key == place.key)
                        edits.cross.push_back({layer, head, query, key});
        }
}

}  // namespace

std::vector<StackView> stacksOf(const Subject& subject, const GradientsView& runGradients) {
    const int n = subject.trace().batch.length(0);
    const Spec& spec = subject.network().spec;
    std::vector<StackView> views{{Stack::encoder, spec.layerCount(), spec.heads, n, n,
                                  subject.trace().weights, runGradients.own.weights}};
    if (!subject.isPair()) return views;
    const Spec& decoder = subject.decoder().spec;
    const Trace& output = subject.output();
    const int m = output.batch.length(0);
    views.push_back({Stack::decoder, decoder.layerCount(), decoder.heads, m, m, output.weights,
                     runGradients.decoder.weights});
    views.push_back({Stack::cross, decoder.layerCount(), decoder.heads, m, n, output.cross,
                     runGradients.decoder.cross});
    return views;
}

std::vector<Unit> unitsOf(const Subject& subject, const GradientsView& runGradients, UnitKind kind,
                          CutRule rule) {
    if (kind == UnitKind::patch)
        return patchesOf(subject.network(), subject.trace(), runGradients.own);
    return unitsOf(stacksOf(subject, runGradients), kind, rule);
}

void addCut(Edits& edits, const Unit& unit) {
    if (unit.kind == UnitKind::edge) edits.edges.push_back(unit.place);
    if (unit.kind == UnitKind::head)
        edits.heads.push_back({unit.place.layer, unit.place.head, HeadRule::zero});
    if (unit.kind == UnitKind::token) edits.hidden.push_back({0, unit.place.key});
    if (unit.kind == UnitKind::residual)
        edits.residuals.push_back({unit.place.layer, unit.place.key});
}

Cut cutOf(const Subject& subject, std::span<const Unit> units, CutRule rule) {
    const int sources = subject.trace().batch.length(0);
    const int tokens = subject.answers().batch.length(0);
    Cut made{subject.trace().texts[0], {{.rule = rule}, {.rule = rule}}};
    for (const Unit& unit : units) {
        if (unit.kind == UnitKind::patch) {
            made.text.ids[unit.place.key] = blankRow(subject.network());
            continue;
        }
        if (unit.stack == Stack::encoder)
            addCut(made.edits.encoder, unit);
        else if (unit.stack == Stack::decoder)
            addCut(made.edits.decoder, unit);
        if (unit.stack == Stack::cross || (subject.isPair() && unit.kind == UnitKind::token))
            addAcross(made.edits.decoder, unit, subject.decoder().spec, tokens, sources);
    }
    return made;
}

Result<void> Subject::check(const Target& target, bool changes) const {
    const Network& network = answering();
    const int tokens = answers().batch.length(0);
    if (!changes) return checkTarget(target, network.spec, network.outputs(), tokens);
    if (network.head.out.empty())
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "target",
                                       .finding = "This model outputs no words or classes."_tr,
                                       .remedy = {},
                                       .byte = {}});
    if (target.isSeveral())
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "target",
                                       .finding = "The word has several tokens."_tr,
                                       .remedy = "Ask about one of its tokens."_tr,
                                       .byte = {}});
    return checkTarget(
        {.index = std::max(target.index, 0), .minus = target.minus, .position = target.position},
        network.spec, network.outputs(), tokens);
}

std::vector<StackView> Subject::stacks() const {
    static const Gradients none;
    return stacksOf(*this, none);
}

std::vector<double> Subject::read(const Target& target) const {
    return readAt(answering(), target, answers().batch, answers().last());
}

double Subject::value(const Target& target) const { return valueOf(*this, target); }

Result<std::vector<float>> Subject::outputs(std::span<const Unit> cut, CutRule rule,
                                            const Target& target, const Stop& stop) const {
    std::optional<ChangedRun> run;
    if (!cut.empty()) {
        Cut made = cutOf(*this, cut, rule);
        auto changed = ChangedRun::of(*this, std::move(made.text), made.edits, stop);
        if (!changed) return std::unexpected(std::move(changed.error()));
        run = std::move(*changed);
    }
    const Subject subject = run ? run->subject() : *this;
    const Trace& trace = subject.answers();
    const int position = target.position < 0 ? trace.batch.length(0) - 1 : target.position;
    Workspace workspace;
    const ReadOut out = readOut(subject.answering(), trace.batch, trace.last(), {&position, 1}, {},
                                workspace, trace.edits);
    const std::span<const float> row = out.row(0);
    return std::vector<float>(row.begin(), row.end());
}

Result<RunGradients> Subject::runGradients(std::span<const Unit> cut, CutRule rule,
                                           const Target& target, UnitKind kind,
                                           const Stop& stop) const {
    struct Kept {
        std::optional<ChangedRun> run;
        PairGradients gradients;
    };
    const auto kept = std::make_shared<Kept>();
    if (!cut.empty()) {
        Cut made = cutOf(*this, cut, rule);
        auto changed = ChangedRun::of(*this, std::move(made.text), made.edits, stop);
        if (!changed) return std::unexpected(std::move(changed.error()));
        kept->run = std::move(*changed);
    }
    const Subject subject = kept->run ? kept->run->subject() : *this;
    auto gradients = backward(subject, target, {.stop = stop});
    if (!gradients) return std::unexpected(std::move(gradients.error()));
    kept->gradients = std::move(*gradients);
    RunGradients made{stacksOf(subject, kept->gradients), {}, kept};
    if (kind == UnitKind::patch)
        made.patches = patchesOf(subject.network(), subject.trace(), kept->gradients.encoder);
    return made;
}

Result<std::vector<double>> Subject::values(const std::vector<std::vector<Unit>>& lists,
                                            CutRule rule, const Target& target,
                                            const CutRuns& how) const {
    CutValueCache own;
    CutValueCache& all = how.known != nullptr ? *how.known : own;
    all.beOf(answers(), rule, target);
    std::vector<TextInput> texts;
    std::vector<PairEdits> edits;
    std::vector<double*> places;  // for the new runs
    std::vector<const double*> wanted;
    bool isOther = false;
    for (const std::vector<Unit>& list : lists) {
        const auto [found, isNew] = all.values().try_emplace(
            CutValueCache::setOf(list), std::numeric_limits<double>::quiet_NaN());
        wanted.push_back(&found->second);
        if (!isNew) continue;
        Cut cut = cutOf(*this, list, rule);
        isOther = isOther || cut.text.ids != trace().texts[0].ids;
        texts.push_back(std::move(cut.text));
        edits.push_back(std::move(cut.edits));
        places.push_back(&found->second);
    }
    // With only one text the layers below the first cut need not run again.
    const auto made = isOther ? textValues(network(), texts, {}, {target}, how.progress, how.stop)
                              : editedValues(*this, edits, target, how.progress, how.stop);
    if (!made) return std::unexpected(made.error());
    for (std::size_t i = 0; i < places.size(); ++i) *places[i] = (*made)[i];
    std::vector<double> values;
    values.reserve(wanted.size());
    for (const double* value : wanted) values.push_back(*value);
    return values;
}

}  // namespace hw::model
