// SPDX-License-Identifier: MIT
#include "protocol/canonical_query.h"

#include <set>
#include <utility>

#include "core/model/divisor.h"
#include "core/model/setting_fields.h"
#include "protocol/question_kinds.h"

namespace hw {

Settings canonicalSettings(Settings settings, Method method, int heads, MatrixKind kind) {
    // Twice, since a setting may stop to matter because another one did.
    for (int round = 0; round < 2; ++round) {
        Settings kept;
        forEachSetting([&](const auto& field) {
            const bool matters = field.matters == nullptr || field.matters(settings, heads);
            if (playsPart(field, method, kind) && matters)
                kept.*field.member = settings.*field.member;
        });
        settings = std::move(kept);
    }
    // Lists are ascending without repeats, so the length shows whether all heads are included.
    if (heads > 0 && static_cast<int>(settings.heads.size()) == heads) settings.heads.clear();
    return settings;
}

namespace {

/// The settings that matter in any method, in their canonical form there.
Settings settingsOfAll(const Settings& settings, int heads, MatrixKind kind) {
    Settings all;
    for (const Method method : every<Method>()) {
        const Settings own = canonicalSettings(settings, method, heads, kind);
        forEachSetting([&](const auto& field) {
            if (playsPart(field, method, kind)) all.*field.member = own.*field.member;
        });
    }
    return all;
}

}  // namespace

Query uniformOf(Query query) {
    query.isUniform = true;
    query.settings = uniformSettings(query.settings);
    return query;
}

Query canonicalQuery(Query query, int heads) {
    using What = Query::What;
    Query kept;
    kept.what = query.what;
    kept.document = query.document;
    kept.example = query.example;
    kept.side = query.side;
    kept.isUniform = query.isUniform;
    const MatrixKind kind =
        query.side == Side::contributions ? MatrixKind::contributions : MatrixKind::attention;
    const auto keepMethod = [&](Method method) {
        kept.method = method;
        kept.settings = canonicalSettings(std::move(query.settings), method, heads, kind);
    };
    const auto keepOutputs = [&] {
        kept.outputMode = query.outputMode;
        // A word of one token is that token.
        const std::set<int> groups(query.outputGroups.begin(), query.outputGroups.end());
        const bool grouped = groups.size() != query.outputGroups.size() ||
                             (!groups.empty() && kept.outputMode != OutputMode::chosen);
        if (grouped) kept.outputGroups = std::move(query.outputGroups);
        if (grouped || kept.outputMode == OutputMode::chosen) {
            kept.outputs = std::move(query.outputs);
        }
    };
    // Exceptions to the rows of the kinds (HW_QUESTIONS).
    QuestionSpec reads = specOf(query.what);
    switch (query.what) {
        case What::profile:
            // The max over words is not the sum of the maxima of their tokens.
            if (query.outputMode == OutputMode::maxOfAll)
                kept.grouping.keys = std::move(query.grouping.keys);
            break;
        case What::heads:
            if (specOf(query.method).hasSteps && !specOf(query.method).needsGradients) {
                query.settings.headOfLayer.clear();  // each head is used on its own in turn
                reads.readsMethod = true;
            }
            if (query.method == Method::flow) kept.outputs = std::move(query.outputs);
            break;
        case What::flowEdges:
            query.method = Method::flow;
            query.outputGroups.clear();  // the pair consists of tokens, not words
            kept.sink = query.sink;
            break;
        case What::correlation:
            kept.settings = settingsOfAll(query.settings, heads, kind);
            kept.allExamples = query.allExamples;
            kept.leftOut = std::move(query.leftOut);
            kept.among = query.among;
            query.outputGroups.clear();  // the file's scores belong to tokens
            reads.readsOutputs = !kept.allExamples;
            break;
        default: break;
    }
    kept.method = reads.method;
    if (reads.readsMethod) keepMethod(query.method);
    if (reads.readsOutputs) keepOutputs();
    if (reads.readsLayer) kept.layer = query.layer;
    if (reads.readsHead) kept.head = query.head;
    if (reads.readsGrouping) kept.grouping = std::move(query.grouping);
    if (reads.readsPlace) kept.place = query.place;
    return kept;
}

}  // namespace hw
