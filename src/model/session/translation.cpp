// SPDX-License-Identifier: MIT
// An encoder with its decoder in a session.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/localized_text.h"
#include "model/families/family.h"
#include "model/session/session.h"
#include "model/sound/log_mel.h"
#include "model/sound/sound_rows.h"
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
    if (facts_.hears()) {
        if (auto good = checkSoundPreparation(files, *facts_.spec.sound); !good) return good;
        auto prompts = readSoundPrompts(files, decoder_->spec);
        if (!prompts) return std::unexpected(std::move(prompts.error()));
        soundPrompts_ = std::move(*prompts);
        std::erase(rules_.unsupported, "forced_decoder_ids");  // part of the prompts
    }
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

Result<Run> Session::decoded(Run run, const OutputRequest& wish,
                             const std::vector<int>& prompt) const {
    Output output;
    const auto encoderStates =
        std::make_shared<const EncoderStates>(encoderStatesOf(*network_, run.trace, output.norm));
    output.written = {rules_.start};
    output.written.insert(output.written.end(), prompt.begin(), prompt.end());
    if (wish.ids) {
        output.written.insert(output.written.end(), wish.ids->begin(), wish.ids->end());
        output.isGiven = true;
    } else if (wish.text) {
        auto encoding = (target_ ? target_ : tokenizer_)->encode(*wish.text);
        if (!encoding) return std::unexpected(std::move(encoding.error()));
        output.written.insert(output.written.end(), encoding->ids.begin(), encoding->ids.end());
        if (output.written.size() > 1 && isEnd(rules_, output.written.back()))
            output.written.pop_back();
        output.isGiven = true;
    } else {
        auto decoded = decode(*decoder_, *encoderStates, rules_,
                              {.beams = wish.beams,
                               .prompt = prompt,
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
    std::fill_n(output.encoding.special.begin(), 1 + prompt.size(), true);
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

Result<Run> Session::hear(std::span<const float> samples, std::string name,
                          const SoundRequest& request) const {
    const auto bad = [](std::string finding) {
        return std::unexpected(
            Problem{Code::badArgument, "sound", std::move(finding), {}, std::nullopt});
    };
    if (!facts_.hears() || !decoder_) return bad(std::string("This model doesn’t read sounds."_tr));
    const SoundSpec& sound = *facts_.spec.sound;
    std::vector<float> features = logMel(samples, sound);
    const int frames = sound.frames();
    const float least = *std::ranges::min_element(features);
    for (const auto& [from, to] : request.silent) {
        if (from < 0 || to < from || to > frames)
            return bad(formatText("There are no frames {} to {} (the sound has {})."_tr,
                                  {from, to, frames}));
        for (int bin = 0; bin < sound.bins; ++bin)
            std::fill_n(features.begin() + std::ptrdiff_t{1} * bin * frames + from, to - from,
                        least);
    }
    OutputRequest wish{
        .mostTokens = request.mostTokens, .progress = request.progress, .stop = request.stop};
    auto prompt = soundPrompts_.promptOf(request.language, request.task);
    if (!prompt) return std::unexpected(std::move(prompt.error()));
    wish.ids = request.written;
    if (wish.ids && !wish.ids->empty() && wish.ids->front() == rules_.start) {
        wish.ids->erase(wish.ids->begin());
        prompt->clear();
    }
    Run run;
    run.text = std::move(name);
    TextInput input = soundInput(*network_, features);
    const double seconds = static_cast<double>(samples.size()) / sound.rate;
    run.soundTokens = static_cast<int>(
        std::clamp(std::ceil(seconds / sound.step()), 1.0, double{1} * facts_.spec.positions));
    run.features = std::make_shared<const std::vector<float>>(std::move(features));
    for (int token = 0; token < facts_.spec.positions; ++token) {
        const int hundredths = static_cast<int>(std::lround(100 * sound.step() * token));
        const std::string rest = std::to_string(hundredths % 100);
        run.encoding.ids.push_back(token);
        run.encoding.tokens.push_back(std::to_string(hundredths / 100) + "." +
                                      (rest.size() < 2 ? "0" : "") + rest);
    }
    run.encoding.offsets.resize(run.encoding.ids.size());
    run.encoding.typeIds.resize(run.encoding.ids.size());
    run.encoding.special.resize(run.encoding.ids.size());
    run.encoding.sequence.assign(run.encoding.ids.size(), 0);
    auto heard = traced(std::move(run), std::move(input), request.stop);
    return heard ? decoded(std::move(*heard), wish, *prompt) : std::move(heard);
}

}  // namespace hw::model
