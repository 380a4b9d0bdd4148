// SPDX-License-Identifier: MIT
// The commands. Each takes a document and options, and returns the text for standard output.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "cli/options.h"
#include "core/flow/max_flow.h"
#include "core/model/attention_model.h"
#include "core/result/result_axes.h"
#include "io/write/export.h"

namespace hw::cli {

/// The network of attention flow: effective attention from the settings' start layer on, as capacities. Layer
/// 0 of the graph is the start layer. Errors: as checkMethod and AttentionGraph::fromMatrices.
Result<AttentionGraph> flowGraph(const Example& example, Part part, const Settings& settings);

/// The part that the options name. Default: the example's main part for the method.
Part partFor(const Example& example, Method method, const WeightOptions& options);

/// info: shape, tokens and checks of the file, as text or JSON. Cost: some passes over the values.
Result<std::string> infoText(const Document& document, const InfoOptions& options);
/// Receives a computed result, which is valid during the call.
using TakeResult = std::function<void(const ExportResult&)>;
/// One example: the result of every method that MethodStack has.
Result<void> layersResult(const Example& example, const MethodOptions& options,
                          const TakeResult& take);
/// One example: flow for all pairs of the requested layers, or for those of one token. Cost: core/flow/max_flow.h.
Result<void> flowResult(const Example& example, const MethodOptions& options,
                        const TakeResult& take);
/// One example: the values of the options' method (layersResult or flowResult), with --over divided by those of the
/// uniform causal model. Errors: also badArgument where there is no such ratio (core/model/divisor.h).
Result<void> methodResult(const Example& example, const MethodOptions& options,
                          const TakeResult& take);
/// The same for the chosen example, as text in the options' format.
Result<std::string> methodText(const Document& document, const MethodOptions& options);

/// Joint attribution of one example.
struct JointAnswer {
    const std::vector<std::string>* keys = nullptr;  ///< belong to the example
    int layer = 0;                                   ///< zero-based
    OutputChoice sources;                            ///< without tokens, all of them
    std::vector<double> values;                      ///< one per key
    double maxFlow = 0;
    double gap = 0;
    double gapBound = 0;
};
Result<JointAnswer> jointAnswer(const Example& example, const MethodOptions& options);
std::string jointJson(const JointAnswer& answer, const Settings& settings);

/// joint: one problem, from --source or from all tokens, through the layers up to --layer.
Result<std::string> jointText(const Document& document, const MethodOptions& options);
/// True if the argument is a link that contains data, not a file's name. It is a whole URL, or the part after its #.
bool isLink(std::string_view argument);
/// The data of the link in the options. Errors: as io::openPacked.
Result<Document> readLink(const InputOptions& options);
/// link: the fragment of a URL that contains the data.
Result<std::string> linkText(const Document& document, const LinkOptions& options);
/// save: everything in the document, as a file in the project's own format (io/write/analysis_file.h).
Result<std::string> saveText(const Document& document, const SaveOptions& options);
/// explain: how one number is computed.
Result<std::string> explainText(const Document& document, const ExplainOptions& options);
/// correlate: Spearman's correlation of every ranked row (core/report/ranked_rows.h) with the file's scores, over its
/// examples, with tests against chance (docs/faithfulness.md).
Result<std::string> correlateText(const Document& document, const CorrelateOptions& options);

/// Resolves `--token` for these tokens: numbers, negative ones from the end, or a token's text. Errors:
/// badArgument if there is no such token, or several have that text.
Result<OutputChoice> chooseTokens(const TokenChoice& wish, const std::vector<std::string>& tokens);

}  // namespace hw::cli
