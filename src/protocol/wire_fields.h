// SPDX-License-Identifier: MIT
// The fields of every struct sent between page and engine, each listed once (protocol/bytes.h).
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include "core/model/saved_by.h"
#include "core/model/setting_fields.h"
#include "core/tokens/shown_problem.h"
#include "protocol/bytes.h"
#include "protocol/query.h"
#include "protocol/question_kinds.h"

namespace hw {

/// The last enumerator of an enum with Names.
template <Named Choice>
struct LastValue<Choice> {
    static constexpr auto value = every<Choice>().back();
};

template <>
struct LastValue<Code> {
    static constexpr Code value = Code::internal;
};
template <>
struct LastValue<Offer> {
    static constexpr Offer value = Offer::weights;
};
template <>
struct LastValue<Query::What> {
    static constexpr Query::What value = everyQuestion[std::size(everyQuestion) - 1];
};

template <>
struct LastValue<AttentionStack> {
    static constexpr AttentionStack value = AttentionStack::cross;
};
template <>
struct LastValue<CutShape> {
    static constexpr CutShape value = CutShape::searched;
};
template <>
struct LastValue<FlowProof> {
    static constexpr FlowProof value = FlowProof::search;
};

template <>
struct LastValue<WeightStep::Kind> {
    static constexpr WeightStep::Kind value = WeightStep::Kind::handsOn;
};

/// T or const T, so that the same function writes and reads.
template <class T, class Plain>
concept Either = std::same_as<std::remove_const_t<T>, Plain>;

template <class Archive, Either<LayerHeads> T>
void fields(Archive& archive, T& h) {
    archive(h.layer, h.heads, h.fusion, h.weights);
}

template <class Archive, Either<Settings> T>
void fields(Archive& archive, T& s) {
    forEachSetting([&](const auto& field) { archive(s.*field.member); });
}

template <class Archive, Either<Grouping> T>
void fields(Archive& archive, T& g) {
    archive(g.queries, g.keys, g.renormalise, g.relative);
}

template <class Archive, Either<NumberPlace> T>
void fields(Archive& archive, T& p) {
    archive(p.kind, p.layer, p.down, p.query, p.key);
}

template <class Archive, Either<Query> T>
void fields(Archive& archive, T& q) {
    archive(q.what, q.document, q.example, q.side, q.method, q.settings, q.outputMode, q.outputs,
            q.outputGroups, q.grouping, q.isUniform, q.layer, q.head, q.sink, q.allExamples,
            q.leftOut, q.among, q.place);
}

template <class Archive, Either<Choice> T>
void fields(Archive& archive, T& c) {
    archive(c.value, c.text, c.preview);
}

template <class Archive, Either<Problem> T>
void fields(Archive& archive, T& p) {
    archive(p.code, p.place, p.finding, p.remedy, p.byte, p.offer, p.choices);
    // The page shows it, whichever part built it.
    if constexpr (!std::is_const_v<T>) p = shown(std::move(p));
}

template <class Archive, Either<FlowCertificate> T>
void fields(Archive& archive, T& c) {
    archive(c.shape, c.proof, c.level);
}

template <class Archive, Either<FlowEdge> T>
void fields(Archive& archive, T& e) {
    archive(e.layer, e.query, e.key, e.amount, e.capacity);
}

template <class Archive, Either<FlowPath> T>
void fields(Archive& archive, T& p) {
    archive(p.amount, p.tokens);
}

template <class Archive, Either<MinimumCut> T>
void fields(Archive& archive, T& c) {
    archive(c.layer, c.source, c.sink, c.sourceSide, c.edges, c.capacity);
}

template <class Archive, Either<PairFlow> T>
void fields(Archive& archive, T& f) {
    archive(f.layer, f.source, f.sink, f.value, f.sourceCeiling, f.sinkCeiling, f.edges, f.paths,
            f.nearSource, f.nearSink, f.cutIsUnique, f.inputs);
}

template <class Archive, Either<NumberTerm> T>
void fields(Archive& archive, T& t) {
    archive(t.value, t.weight, t.factor, t.token);
}

template <class Archive, Either<WeightStep> T>
void fields(Archive& archive, T& s) {
    archive(s.kind, s.value, s.sum);
}

template <class Archive, Either<Augmentation> T>
void fields(Archive& archive, T& a) {
    archive(a.amount, a.levels, a.tokens);
}

template <class Archive, Either<FlowSteps> T>
void fields(Archive& archive, T& f) {
    archive(f.paths, f.isComplete, f.rest, f.edges, f.cut);
}

template <class Archive, Either<Explanation> T>
void fields(Archive& archive, T& e) {
    archive(e.place, e.method, e.startLayer, e.links, e.value, e.terms, e.correction, e.steps,
            e.paths, e.rest, e.flow);
}

template <class Archive, Either<Answer> T>
void fields(Archive& archive, T& a) {
    archive(a.query, a.rows, a.cols, a.values, a.complete, a.problem, a.detail, a.flow,
            a.explanation, a.saturated, a.tied, a.reached, a.jointProof, a.least, a.most);
}

template <class Archive, Either<Importance> T>
void fields(Archive& archive, T& i) {
    archive(i.name, i.values);
}

template <class Archive, Either<PatchGrid> T>
void fields(Archive& archive, T& g) {
    archive(g.rows, g.cols, g.firstPatchToken);
}

template <class Archive, Either<ImageRegion> T>
void fields(Archive& archive, T& r) {
    archive(r.dataUrl, r.rows, r.cols, r.firstPatchToken);
}

template <class Archive, Either<ImageInfo> T>
void fields(Archive& archive, T& i) {
    archive(i.dataUrl, i.rows, i.cols, i.firstPatchToken, i.more, i.isVideo);
}

template <class Archive, Either<Recipe> T>
void fields(Archive& archive, T& r) {
    archive(r.maker, r.text);
}

template <class Archive, Either<CutEdge> T>
void fields(Archive& archive, T& c) {
    archive(c.layer, c.query, c.key, c.heads, c.of);
}

template <class Archive, Either<AttentionSink> T>
void fields(Archive& archive, T& s) {
    archive(s.token, s.received);
}

template <class Archive, Either<ListedExample> T>
void fields(Archive& archive, T& e) {
    archive(e.id, e.recipe, e.title, e.text);
}

template <class Archive, Either<ExampleSummary> T>
void fields(Archive& archive, T& e) {
    archive(e.title, e.model, e.source, e.recipe, e.tokens, e.decoderTokens, e.bothTokens,
            e.tokensAreNumbered, e.layers, e.heads, e.decoderLayers, e.decoderHeads, e.kind,
            e.hasSelf, e.hasDecoderSelf, e.hasCross, e.hasGradients, e.hasDecoderGradients,
            e.hasRelevance, e.hasFixedResidual, e.productGradients, e.importance, e.image, e.grids,
            e.words, e.segments, e.specialTokens, e.outputToken, e.contributionLayers, e.isGlobal,
            e.contributionKind, e.negativeSides, e.predicted, e.predictedProbability, e.cuts,
            e.sinks, e.decoderSinks, e.asks);
}

template <class Archive, Either<SavedBy> T>
void fields(Archive& archive, T& s) {
    archive(s.program, s.address, s.time, s.view);
}

template <class Archive, Either<SavePlace> T>
void fields(Archive& archive, T& p) {
    archive(p.example, p.part, p.row, p.done);
}

template <class Archive, Either<CheckLine> T>
void fields(Archive& archive, T& c) {
    archive(c.name, c.text, c.unusual);
}

template <class Archive, Either<DocumentSummary> T>
void fields(Archive& archive, T& d) {
    archive(d.id, d.name, d.form, d.exampleTitles, d.exampleTexts, d.made, d.example, d.current,
            d.warnings, d.bytes, d.check, d.savedView);
}

}  // namespace hw
