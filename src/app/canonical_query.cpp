// SPDX-License-Identifier: MIT
#include "app/canonical_query.h"

#include <algorithm>
#include <set>

namespace hw {
namespace {

bool allEqual(const std::vector<double>& weights) {
    return std::adjacent_find(weights.begin(), weights.end(), std::not_equal_to<>()) ==
           weights.end();
}

void canonicalHeads(Settings& settings, int heads) {
    if (settings.fusion != HeadFusion::mean || allEqual(settings.headWeights)) {
        settings.headWeights.clear();
    }
    // Lists are ascending without repeats, so the length tells whether all are there.
    if (heads > 0 && static_cast<int>(settings.heads.size()) == heads) settings.heads.clear();
    if (settings.heads.size() == 1 || heads == 1) {
        settings.fusion = HeadFusion::mean;
        settings.headWeights.clear();
    }
}

void canonicalDiscard(Settings& settings) {
    if (settings.discard <= 0) {
        const Settings standard;
        settings.discard = 0;
        settings.scope = standard.scope;
        settings.protect = standard.protect;
        settings.order = standard.order;
    }
    if (settings.protect != DiscardProtect::token) settings.protectedToken = 0;
}

}  // namespace

Settings canonicalSettings(Settings settings, Method method, int heads) {
    const bool gradients = method == Method::gradientRollout || method == Method::relevance;
    if (gradients) {
        settings.fusion = HeadFusion::mean;
        settings.headWeights.clear();
    }
    canonicalHeads(settings, heads);
    Settings kept;
    switch (method) {
        case Method::raw:
            kept.fusion = settings.fusion;
            kept.heads = settings.heads;
            kept.headWeights = settings.headWeights;
            return kept;
        case Method::relevance:
            kept.heads = settings.heads;
            kept.gradientForm = settings.gradientForm;
            kept.startLayer = settings.startLayer;
            kept.layers = settings.layers;
            return kept;
        case Method::rollout:
        case Method::flow:
            settings.gradientForm = kept.gradientForm;
            settings.gradientNormalise = kept.gradientNormalise;
            break;
        case Method::gradientRollout: break;
    }
    canonicalDiscard(settings);
    return settings;
}

Query canonicalQuery(Query query, int heads) {
    using What = Query::What;
    Query kept;
    kept.what = query.what;
    kept.document = query.document;
    kept.example = query.example;
    kept.side = query.side;
    const auto keepMethod = [&](Method method) {
        kept.method = method;
        kept.settings = canonicalSettings(std::move(query.settings), method, heads);
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
                kept.seen.keys = std::move(query.seen.keys);
            break;
        case What::matrix:
            keepMethod(query.method);
            kept.layer = query.layer;
            kept.seen = std::move(query.seen);
            break;
        case What::headMatrix:
            kept.method = Method::raw;
            kept.layer = query.layer;
            kept.head = query.head;
            kept.seen = std::move(query.seen);
            break;
        case What::heads:
            kept.method = Method::raw;
            kept.layer = query.layer;
            kept.seen = std::move(query.seen);
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
            // Rollout keeps all that raw attention and flow need.
            keepMethod(Method::rollout);
            kept.allExamples = query.allExamples;
            kept.leftOut = std::move(query.leftOut);
            query.outputGroups.clear();  // the file's scores belong to tokens
            if (!kept.allExamples) keepOutputs();
            break;
    }
    return kept;
}

}  // namespace hw
