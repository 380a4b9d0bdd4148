// SPDX-License-Identifier: MIT
#include "protocol/canonical_query.h"

#include <set>
#include <utility>

#include "core/model/over.h"
#include "core/model/setting_fields.h"

namespace hw {

Settings canonicalSettings(Settings settings, Method method, int heads, MatrixKind kind) {
    // Twice: a setting may stop to matter because of one that did.
    for (int round = 0; round < 2; ++round) {
        Settings kept;
        forEachSetting([&](const auto& field) {
            const bool matters = field.matters == nullptr || field.matters(settings, heads);
            if (playsPart(field, method, kind) && matters)
                kept.*field.member = settings.*field.member;
        });
        settings = std::move(kept);
    }
    // Lists are ascending without repeats, so the length tells whether all are there.
    if (heads > 0 && static_cast<int>(settings.heads.size()) == heads) settings.heads.clear();
    return settings;
}

namespace {

/// The settings that play a part in any method, as they do there.
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
    switch (query.what) {
        case What::profile:
            keepMethod(query.method);
            keepOutputs();
            // The largest of words is not the sum of the largest of their tokens.
            if (kept.outputMode == OutputMode::maxOfAll)
                kept.grouping.keys = std::move(query.grouping.keys);
            break;
        case What::matrix:
            keepMethod(query.method);
            kept.layer = query.layer;
            kept.grouping = std::move(query.grouping);
            break;
        case What::headMatrix:
            kept.method = Method::raw;
            kept.layer = query.layer;
            kept.head = query.head;
            kept.grouping = std::move(query.grouping);
            break;
        case What::heads:
            kept.method = Method::raw;
            if (specOf(query.method).hasSteps && !specOf(query.method).needsGradients) {
                query.settings.headOfLayer.clear();  // each head stands alone in turn
                keepMethod(query.method);
            }
            if (query.method == Method::flow) kept.outputs = std::move(query.outputs);
            kept.layer = query.layer;
            kept.grouping = std::move(query.grouping);
            break;
        case What::headStatistics: kept.method = Method::raw; break;
        case What::flowEdges:
            keepMethod(Method::flow);
            query.outputGroups.clear();  // a pair of tokens, whatever the words are
            keepOutputs();
            kept.layer = query.layer;
            kept.sink = query.sink;
            break;
        case What::correlation:
            kept.method = Method::rollout;
            kept.settings = settingsOfAll(query.settings, heads, kind);
            kept.allExamples = query.allExamples;
            kept.leftOut = std::move(query.leftOut);
            query.outputGroups.clear();  // the file's scores belong to tokens
            if (!kept.allExamples) keepOutputs();
            break;
        case What::explanation:
            keepMethod(query.method);
            kept.place = query.place;
            break;
    }
    return kept;
}

}  // namespace hw
