// SPDX-License-Identifier: MIT
#include "cli/model/model_run.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "cli/model/disk_files.h"
#include "cli/model/input_texts.h"
#include "cli/model/picture_tensors.h"
#include "cli/output/atomic_file.h"
#include "cli/output/table_numbers.h"
#include "cli/output/terminal.h"
#include "cli/setting_options.h"
#include "cli/tables/bars.h"
#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "core/number_text.h"
#include "core/program_name.h"
#include "core/refusal.h"
#include "io/write/analysis_file.h"
#include "io/write/json_writer.h"
#include "model/network/key_kinds.h"
#include "model/protein/contacts.h"
#include "model/run/run.h"
#include "model/sentence/sentence.h"
#include "model/service/effects.h"
#include "model/service/run_json.h"
#include "model/session/writing.h"
#include "model/write/token_text.h"

namespace hw::cli {
namespace {

using model::Task;

/// Adds tokens and other texts, but no numbers of the model.
void addTexts(TensorFile& file, const model::Run& run) {
    const model::Encoding& encoding = run.encoding;
    std::vector<int> special;
    for (const bool is : encoding.special) special.push_back(is ? 1 : 0);
    JsonWriter offsets;
    offsets.beginArray();
    for (const model::TextSpan& span : encoding.offsets)
        offsets.beginArray()
            .value(static_cast<int>(span.begin))
            .value(static_cast<int>(span.end))
            .endArray();
    offsets.endArray();
    file.texts = {{"ids", listText(encoding.ids)},
                  {"tokens", listText(encoding.tokens)},
                  {"offsets", offsets.take()},
                  {"special", listText(special)},
                  {"type_ids", listText(encoding.typeIds)}};
}

/// The decoder's input and its attention.
void addDecoder(TensorFile& file, const model::Spec& spec, const model::Run& run) {
    const model::Output& output = *run.output;
    const int layers = spec.layerCount();
    const int n = run.tokens();
    const int m = run.answeringTokens();
    file.texts.emplace_back("decoder_ids", listText(output.encoding.ids));
    file.texts.emplace_back("decoder_tokens", listText(output.encoding.tokens));
    file.texts.emplace_back("written_ids", listText(output.written));
    file.texts.emplace_back("output", output.text);
    file.add("decoder.attention", {layers, spec.heads, m, m}, concatenate(output.trace.weights));
    file.add("decoder.hidden", {layers + 1, m, spec.width}, concatenate(output.trace.streams));
    file.add("cross.attention", {layers, spec.heads, m, n}, concatenate(output.trace.cross));
}

/// The rollout of both stacks through the last layer's cross-attention, [T][S].
Result<void> addJoint(TensorFile& file, const model::Session& session, const model::Run& run) {
    const Example example = session.translated(run, nullptr, false);
    auto joint = MethodStack::begin(example, Part::cross, Method::rollout, {});
    if (!joint) return std::unexpected(std::move(joint.error()));
    while (joint->advance()) continue;
    const std::span<const float> last = MatrixView(joint->matrices().back()).values();
    file.add("joint.rollout", {run.answeringTokens(), run.tokens()}, {last.begin(), last.end()});
    return {};
}

std::string npzText(const model::Session& session, const model::Run& run) {
    const Example example = session.toExample(run);
    TensorFile file;
    const auto add = [&](const char* name, const AttentionTensor& tensor) {
        file.add(name, {tensor.layers, tensor.heads, tensor.queries, tensor.keys}, tensor.values);
    };
    add(example.decoder ? "encoder_attentions" : "attentions", example.attentions);
    if (example.decoder) {
        add("decoder_attentions", example.decoder->attentions);
        add("cross_attentions", example.decoder->cross);
        file.texts = {{"decoder_tokens", listText(example.decoder->tokens)}};
    }
    for (auto& text : std::vector<std::pair<std::string, std::string>>{
             {example.decoder ? "encoder_tokens" : "tokens", listText(example.tokens)},
             {"title", example.title},
             {"model", example.model},
             {"specialTokens", listText(example.specialTokens)}})
        file.texts.push_back(std::move(text));
    if (!example.words.empty()) file.texts.emplace_back("words", listText(example.words));
    if (!example.segments.empty()) file.texts.emplace_back("segments", listText(example.segments));
    return file.npz();
}

}  // namespace

Result<model::Session> openModel(const std::string& path, const InputOptions& options) {
    auto parts = modelParts(path, options.model.recipe.step);
    if (!parts) return std::unexpected(parts.error());
    return model::Session::open(std::move(*parts), {}, {}, options.reading.ignoreKeys);
}

Result<TensorFile> runTensors(const model::Session& session, const model::Run& run, int position) {
    const model::Spec& spec = session.network().spec;
    const int n = run.tokens();
    const int layers = spec.layerCount();
    // A model with only T5's encoder names it as one of two stacks, too.
    const bool isEncoder =
        run.output || (spec.bucketCount > 0 && spec.position == model::PositionKind::none);
    const bool isSiglip = spec.family.starts_with("siglip");
    const std::string front = isEncoder                        ? "encoder."
                              : isSiglip                       ? "vision."
                              : session.facts().seesPictures() ? "text."
                                                               : "";
    TensorFile file;
    addTexts(file, run);
    if (isSiglip) addTowers(file, session, run);
    if (run.sight) addSight(file, run, spec);
    file.add(front + "attention", {layers, spec.heads, n, n}, concatenate(run.trace.weights));
    file.add(front + "hidden", {layers + 1, n, spec.width}, concatenate(run.trace.streams));
    if (run.output) addDecoder(file, session.decoder()->spec, run);
    if (session.facts().hears())
        if (auto good = addJoint(file, session, run); !good) return std::unexpected(good.error());
    file.add("contacts", {n - 2, n - 2}, model::contactMap(session.network(), run.trace));
    const bool isEach =
        spec.head.task == Task::discriminator || spec.head.task == Task::tokenClasses;
    std::vector<float> outputs;
    for (int token = 0; isEach && token < n; ++token) {
        const std::vector<float> own = session.outputs(run, token);
        outputs.insert(outputs.end(), own.begin(), own.end());
    }
    if (!isEach) outputs = session.outputs(run, position);
    if (auto good = model::checkFinite(outputs); !good) return std::unexpected(good.error());
    const int size = static_cast<int>(outputs.size());
    const bool isVector = session.facts().task() == Task::embedding;
    if (session.facts().task() == Task::classes && size == 1)
        file.add("score", {1}, {session.scoreOf(outputs[0])});
    if (isVector && spec.head.isSentence)
        file.add("sentence_embedding", {size}, model::sentenceVector(spec, outputs));
    std::vector<int> shape{size};
    if (spec.head.task == Task::tokenClasses) shape = {n, n > 0 ? size / n : 0};
    file.add(isVector ? (isSiglip ? "embedding" : front + "embedding") : "logits", shape,
             std::move(outputs));
    return file;
}

void warnIfCut(const model::Session& session, const model::Run& run,
               std::vector<Problem>& warnings) {
    if (std::string note = session.cutNote(run); !note.empty())
        warnings.push_back({.code = Code::badArgument,
                            .place = "text",
                            .finding = std::move(note),
                            .remedy = {},
                            .byte = {}});
}

Document documentOf(const model::Session& session, Example example) {
    Document document;
    document.name = session.shownName();
    document.form = "model";
    document.examples.push_back(std::move(example));
    return document;
}

std::string savedWhole(const Document& document) {
    std::string text;
    for (SavePlace place; !place.done;)
        text += savedText(document, {std::string(programName()), {}, {}, {}}, place);
    return text + '\n';
}

namespace {

Result<void> checkEnding(const std::string& out) {
    if (out.empty() || out.ends_with(".json") || out.ends_with(".npz") ||
        out.ends_with(".safetensors"))
        return {};
    return usage("The file name has an unknown ending.", "Use .json, .npz or .safetensors.");
}

Result<void> checkPosition(const model::Run& run, int position) {
    if (position < run.answeringTokens()) return {};
    return refusal(Code::badArgument, "position",
                   "There is no token " + numberText(position) + "; the text has " +
                       numberText(run.answeringTokens()) + ".");
}

/// The run in the format of the file name's ending.
Result<std::string> fileOf(const model::Session& session, const model::Run& run,
                           const RunOptions& options) {
    const int position = options.position.value_or(service::answerPosition(session, run));
    if (auto good = checkPosition(run, position); !good) return std::unexpected(good.error());
    if (options.out.ends_with(".safetensors")) {
        const auto file = runTensors(session, run, position);
        if (!file) return std::unexpected(file.error());
        return file->safetensors();
    }
    if (options.out.ends_with(".npz")) return npzText(session, run);
    return savedWhole(
        documentOf(session, run.output ? session.translated(run) : session.toExample(run)));
}

}  // namespace

Result<std::string> runText(const RunOptions& options, std::vector<Problem>& warnings) {
    if (auto good = checkEnding(options.out); !good) return std::unexpected(good.error());
    const auto session = openAmong(options.file, options);
    if (!session) return std::unexpected(session.error());
    const auto run = runInput(*session, givenOf(options.model));
    if (!run) return std::unexpected(run.error());
    warnIfCut(*session, *run, warnings);
    const std::string& out = options.out;
    const auto file = fileOf(*session, *run, options);
    if (!file || out.empty()) return file;
    if (auto written = replaceFile(out, *file); !written) return std::unexpected(written.error());
    return run->output ? run->output->text + '\n' : std::string();
}

Result<std::string> answersText(const RunOptions& options, std::vector<Problem>& warnings) {
    const auto session = openAmong(options.file, options);
    if (!session) return std::unexpected(session.error());
    const auto run = runInput(*session, givenOf(options.model));
    if (!run) return std::unexpected(run.error());
    warnIfCut(*session, *run, warnings);
    const int position = options.position.value_or(service::answerPosition(*session, *run));
    if (auto good = checkPosition(*run, position); !good) return std::unexpected(good.error());
    std::string text;
    for (int token = 0; token < run->tokens(); ++token)
        text += (text.empty() ? "" : " ") + onOneLine(service::shownToken(*session, *run, token));
    if (run->output) text += "\n" + onOneLine(run->output->text);
    const std::vector<model::Choice> answers = service::answersOf(*session, *run, position);
    if (answers.empty())
        return text + "\n\nThis model gives no answers; --out FILE has its vectors.\n";
    text += "\n\nanswers at token " + numberText(position) + "\n";
    std::vector<std::vector<std::string>> rows;
    for (const model::Choice& one : answers)
        rows.push_back(
            {onOneLine(one.name), columnNumber(one.isScore ? one.logit : one.probability, 3)});
    const std::string table = rightAligned(rows);
    std::size_t at = 0;
    for (const model::Choice& one : answers) {
        const std::size_t end = table.find('\n', at);
        const std::string drawn = one.isScore ? "" : bar(one.probability, 1, {options.hasColour});
        text += table.substr(at, end - at) + (drawn.empty() ? "" : "  " + drawn) + "\n";
        at = end + 1;
    }
    return text;
}

Result<std::string> generatedText(const RunOptions& options) {
    const ModelOptions& own = options.model;
    if (auto good = checkEnding(options.out); !good) return std::unexpected(good.error());
    auto session = openModel(options.file, options);
    if (!session) return std::unexpected(session.error());
    session->takeName(own.name);
    auto writing = model::Writing::of(*session);
    if (!writing) return std::unexpected(writing.error());
    const std::string given = own.text.value_or("");
    std::optional<model::Run> prompt;
    if (session->facts().seesPictures() && !own.images.empty()) {
        auto read = promptOf(*session, givenOf(own));
        if (!read) return std::unexpected(std::move(read.error()));
        writing->see(read->sight);
        prompt = std::move(*read);
    }
    const auto ids =
        prompt
            ? Result<std::vector<int>>({prompt->encoding.ids.begin(), prompt->encoding.ids.end()})
        : own.isChat ? writing->idsOfMessage(given, own.said)
                     : writing->idsOf(given);
    if (!ids) return std::unexpected(ids.error());
    if (auto good = writing->set(*ids); !good) return std::unexpected(good.error());
    writing->endAt(static_cast<int>(ids->size()) + options.generate.value_or(0));
    const model::Sampling sampling{options.temperature, options.topK, options.topP,
                                   static_cast<std::uint64_t>(options.seed)};
    for (int i = 0; i < options.generate.value_or(0) && writing->ended() == model::WriteEnd::none;
         ++i)
        if (const auto next = writing->next(sampling); !next) return std::unexpected(next.error());
    model::TokenText pieces(*session->tokenizer(), *ids);
    std::string text = own.isChat ? std::string() : given;
    for (const int id : std::span(writing->ids()).subspan(ids->size())) text += pieces.add(id);
    text += pieces.rest() + '\n';
    if (options.out.empty()) return text;
    const auto run = prompt
                         ? session->traced(session->continued(
                               std::move(*prompt), std::span(writing->ids()).subspan(ids->size())))
                         : session->runGenerated(writing->ids());
    if (!run) return std::unexpected(run.error());
    const auto file = fileOf(*session, *run, options);
    if (!file) return std::unexpected(file.error());
    if (auto written = replaceFile(options.out, *file); !written)
        return std::unexpected(written.error());
    return text;
}

}  // namespace hw::cli
