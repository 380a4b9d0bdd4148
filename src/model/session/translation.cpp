// SPDX-License-Identifier: MIT
// An encoder with its decoder in a session.
#include <algorithm>
#include <utility>

#include "core/localized_text.h"
#include "model/families/family.h"
#include "model/session/session.h"
#include "model/tokenizer/classes/open_tokenizer.h"

namespace hw::model {
namespace {

std::unexpected<Problem> badPair(std::string finding, LocalizedText remedy) {
    return std::unexpected(
        Problem{Code::badArgument, "text", std::move(finding), remedy, std::nullopt});
}

bool isEnd(const DecodingRules& rules, int id) {
    return std::ranges::find(rules.ends, id) != rules.ends.end();
}

}  // namespace

Result<void> Session::openDecoder(const ModelFiles& files, const Stop& stop) {
    if (!facts_.decoder) return {};
    auto rules = readDecodingRules(files, facts_.decoder->vocabulary);
    if (!rules) return std::unexpected(std::move(rules.error()));
    rules_ = std::move(*rules);
    auto network = loadNetwork(files, *facts_.decoder, {}, stop);
    if (!network) return std::unexpected(std::move(network.error()));
    // Tensors that neither of the two reads.
    std::erase_if(facts_.unused, [&](const std::string& name) {
        return std::ranges::find(network->unused, name) == network->unused.end();
    });
    decoder_ = std::make_shared<Network>(std::move(*network));
    auto target = openTargetTokenizer(files);
    if (!target) return std::unexpected(std::move(target.error()));
    if (*target) target_ = std::make_shared<Tokenizer>(std::move(**target));
    return {};
}

Encoding Session::encodedIds(const std::vector<int>& ids) const {
    Encoding encoding;
    encoding.ids.assign(ids.begin(), ids.end());
    encoding.typeIds.resize(ids.size());
    encoding.offsets.resize(ids.size());
    encoding.sequence.assign(ids.size(), 0);
    for (const int id : ids) {
        const auto token = tokenizer_ ? tokenizer_->token(id) : std::nullopt;
        encoding.tokens.push_back(token ? std::string(*token) : std::to_string(id));
        encoding.special.push_back(tokenizer_ && tokenizer_->isSpecial(id));
    }
    return encoding;
}

Result<Run> Session::sourceOf(std::string_view text, const Stop& stop) const {
    if (!decoder_)
        return badPair(std::string("This model does not translate."_tr),
                       "Use an encoder-decoder model such as T5, BART or Marian."_tr);
    if (!tokenizer_)
        return badPair(std::string("This model has no tokenizer."_tr),
                       "Provide tokenizer.json with the weights."_tr);
    auto encoding = tokenizer_->encode(text);
    if (!encoding) return std::unexpected(std::move(encoding.error()));
    if (encoding->ids.empty())
        return badPair(std::string("The text is empty."_tr), "Type a sentence."_tr);
    Run run;
    run.text = text;
    run.encoding = std::move(*encoding);
    return traced(std::move(run), stop);
}

Result<Run> Session::translate(std::string_view text, const OutputRequest& wish) const {
    auto made = sourceOf(text, wish.stop);
    if (!made) return made;
    return decoded(std::move(*made), wish);
}

Result<Run> Session::behind(std::string_view text, const Run& run) const {
    auto read = sourceOf(text, {});
    if (!read) return read;
    Output output = *run.output;
    const auto encoderStates =
        std::make_shared<const EncoderStates>(encoderStatesOf(*network_, read->trace, output.norm));
    auto trace = forward(*decoder_, run.output->trace.texts, {.encoderStates = encoderStates});
    if (!trace) return std::unexpected(std::move(trace.error()));
    output.trace = std::move(*trace);
    read->output = std::make_shared<const Output>(std::move(output));
    return read;
}

Result<Run> Session::decoded(Run run, const OutputRequest& wish) const {
    Output output;
    const auto encoderStates =
        std::make_shared<const EncoderStates>(encoderStatesOf(*network_, run.trace, output.norm));
    output.written = {rules_.start};
    if (wish.text) {
        auto encoding = (target_ ? target_ : tokenizer_)->encode(*wish.text);
        if (!encoding) return std::unexpected(std::move(encoding.error()));
        output.written.insert(output.written.end(), encoding->ids.begin(), encoding->ids.end());
        if (output.written.size() > 1 && isEnd(rules_, output.written.back()))
            output.written.pop_back();
        output.isGiven = true;
    } else {
        auto decoded = decode(*decoder_, *encoderStates, rules_,
                              {.beams = wish.beams,
                               .mostTokens = wish.mostTokens,
                               .progress = wish.progress,
                               .stop = wish.stop});
        if (!decoded) return std::unexpected(std::move(decoded.error()));
        output.written = std::move(decoded->ids);
        output.isCutOff = decoded->isCutOff;
    }
    // The end is generated, but no input of the decoder.
    std::vector<int> ids = output.written;
    if (ids.size() > 1 && isEnd(rules_, ids.back())) ids.pop_back();
    output.encoding = encodedIds(ids);
    output.encoding.special.front() = true;
    if (tokenizer_) output.text = tokenizer_->decode(output.encoding.ids);
    auto trace =
        forward(*decoder_, {{std::move(ids)}}, {.encoderStates = encoderStates, .stop = wish.stop});
    if (!trace) return std::unexpected(std::move(trace.error()));
    output.trace = std::move(*trace);
    run.output = std::make_shared<const Output>(std::move(output));
    return run;
}

Result<Run> Session::cut(const Run& run, const PairEdits& edits, const Stop& stop) const {
    Run made = run;
    if (!edits.encoder.empty()) {
        auto again = cut(run, edits.encoder, stop);
        if (!again) return again;
        made = std::move(*again);
    }
    Output output = *run.output;
    const std::vector<Edits> own{edits.decoder};
    ForwardOptions options{
        .edits = own, .base = nullptr, .encoderStates = run.output->trace.encoderStates};
    options.stop = stop;
    if (edits.encoder.empty()) {
        options.base = &run.output->trace;
    } else {
        options.encoderStates = std::make_shared<const EncoderStates>(
            encoderStatesOf(*network_, made.trace, output.norm));
    }
    auto trace = forward(*decoder_, run.output->trace.texts, options);
    if (!trace) return std::unexpected(std::move(trace.error()));
    const Trace& before = run.output->trace;
    for (std::size_t layer = 0; layer < trace->weights.size(); ++layer) {
        if (trace->weights[layer].empty()) trace->weights[layer] = before.weights[layer];
        if (trace->cross[layer].empty()) trace->cross[layer] = before.cross[layer];
        if (trace->streams[layer].empty()) trace->streams[layer] = before.streams[layer];
    }
    output.trace = std::move(*trace);
    made.output = std::make_shared<const Output>(std::move(output));
    return made;
}

Subject Session::subject(const Run& run) const {
    if (!run.output) return {*network_, run.trace};
    return {*network_, run.trace, *decoder_, run.output->trace, run.output->norm};
}

Result<PairGradients> Session::gradients(const Run& run, const Target& target) const {
    return backward(subject(run), target);
}

}  // namespace hw::model
