// SPDX-License-Identifier: MIT
#include "model/session/session.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/localized_text.h"
#include "model/families/family.h"
#include "model/session/end_tokens.h"
#include "model/session/facts.h"
#include "model/tokenizer/classes/open_tokenizer.h"
#include "model/unicode/utf8.h"
#include "model/write/token_text.h"

namespace hw::model {
namespace {

std::unexpected<Problem> badText(std::string finding, LocalizedText remedy) {
    return std::unexpected(
        Problem{Code::badArgument, "text", std::move(finding), remedy, std::nullopt});
}

/// Reserves all weights at once. Growth per tensor takes up to a fifth more. A tensor that does not fit reports it.
void makeRoom(std::uint64_t bytes) { [[maybe_unused]] const auto room = Bytes::room(bytes, {}); }

}  // namespace

Result<Session> Session::open(std::vector<Part> parts, const Progress& progress, const Stop& stop,
                              bool ignoresKeys) {
    auto files = readModelFiles(std::move(parts));
    if (!files) return std::unexpected(files.error());
    files->ignoresKeys = ignoresKeys;
    auto facts = factsOf(*files);
    if (!facts) return std::unexpected(std::move(facts.error()));
    std::shared_ptr<const Tokenizer> tokenizer;
    if (auto read = openTokenizer(*files)) {
        tokenizer = std::make_shared<Tokenizer>(std::move(*read));
    } else if (read.error().code != Code::cannotRead) {
        return std::unexpected(std::move(read.error()));
    }
    auto texts = readTextTower(*files);
    if (!texts) return std::unexpected(std::move(texts.error()));
    if (*texts) joinNotes(facts->spec, **texts);
    const int known = *texts ? (*texts)->vocabulary : facts->answering().vocabulary;
    // As in the library, this is no error until a text has one of the other tokens. forward() rejects it then.
    if (tokenizer && (*texts || !facts->readsPictures()) && tokenizer->vocabularySize() > known)
        facts->spec.notes.push_back(formatText(
            "The tokenizer has {} tokens, but the model has only {}. It can’t run the others."_tr,
            {tokenizer->vocabularySize(), known}));
    auto ends = model::endTokens(*files, tokenizer.get(), facts->answering().vocabulary);
    if (!ends) return std::unexpected(std::move(ends.error()));
    auto mark = markOf(*files);
    if (!mark) return std::unexpected(std::move(mark.error()));
    facts->mark = std::move(*mark);
    facts->rates = ratesOf(*files, facts->mark);
    // The tokenizer has its own vocabulary now. Dropping the texts of a GGUF file's header frees memory for the
    // weights.
    files->metadata = {};
    makeRoom(facts->storedBytes);
    auto network = loadNetwork(*files, facts->spec, progress, stop);
    if (!network) return std::unexpected(std::move(network.error()));
    facts->unused = network->unused;
    Session session(std::move(*facts), std::make_shared<Network>(std::move(*network)),
                    std::move(tokenizer));
    session.ends_ = std::move(*ends);
    if (*texts)
        if (auto good = session.openTexts(*files, std::move(**texts), stop); !good)
            return std::unexpected(std::move(good.error()));
    if (auto good = session.openTower(*files, stop); !good)
        return std::unexpected(std::move(good.error()));
    if (auto good = session.openDecoder(*files, stop); !good)
        return std::unexpected(std::move(good.error()));
    if (session.facts_.task() == Task::nextWord && !session.facts_.decoder)
        session.openRules(*files);
    return session;
}

Result<Run> Session::encoded(std::string_view text, std::optional<std::string_view> pair) const {
    if (facts_.readsPictures())
        return badText(std::string("This model needs a picture."_tr), "Give it one."_tr);
    if (!tokenizer_)
        return badText(std::string("This model has no tokenizer."_tr),
                       "Provide tokenizer.json with the weights."_tr);
    if (pair && !facts_.takesPairs)
        return badText(std::string("This model takes one text at a time."_tr),
                       "Remove the second one."_tr);
    Run run;
    run.text = prompt_ + std::string(text);
    auto encoding = tokenizer_->encode(run.text, pair, true, facts_.spec.mostTokens);
    if (!encoding) return std::unexpected(std::move(encoding.error()));
    if (encoding->ids.empty())
        return badText(std::string("The text is empty."_tr), "Type a sentence."_tr);
    if (pair) run.pair = std::string(*pair);
    run.encoding = std::move(*encoding);
    return run;
}

Result<Run> Session::run(std::string_view text, std::optional<std::string_view> pair,
                         const Stop& stop) const {
    if (facts_.translates() && tokenizer_ && !pair) return translate(text, {.stop = stop});
    auto run = encoded(text, pair);
    return run ? traced(std::move(*run), stop) : std::move(run);
}

Result<ChatText> Session::messageText(std::string_view message,
                                      std::span<const std::string> before) const {
    if (message.empty())
        return badText(std::string("The text is empty."_tr), "Type a sentence."_tr);
    if (before.size() % 2 != 0)
        return badText(std::string("Each earlier message needs an answer."_tr),
                       "Give an answer for each."_tr);
    return asChat(tokenizer_ ? facts_.chat : Chat(), before, message);
}

Result<Encoding> Session::messageTokens(std::string_view message,
                                        std::span<const std::string> before) const {
    auto chat = messageText(message, before);
    if (!chat) return std::unexpected(std::move(chat.error()));
    const auto& [text, said] = *chat;
    auto encoding = tokenizer_->encode(text, {}, false);
    if (!encoding) return encoding;
    // The template's tokens were not typed by the user.
    std::size_t begin = 0;
    std::size_t letters = 0;
    std::vector<std::pair<std::size_t, std::size_t>> typed;
    for (const auto& [from, to] : said) {
        letters += countLetters(std::string_view(text).substr(begin, from - begin));
        const std::size_t first = letters;
        letters += countLetters(std::string_view(text).substr(from, to - from));
        typed.emplace_back(first, letters);
        begin = to;
    }
    encoding->ofTemplate.resize(encoding->size());
    for (std::size_t i = 0; i < encoding->size(); ++i) {
        const TextSpan& at = encoding->offsets[i];
        encoding->ofTemplate[i] = std::ranges::none_of(
            typed, [&](const auto& one) { return at.end > one.first && at.begin < one.second; });
        if (encoding->ofTemplate[i] && tokenizer_->isSpecial(encoding->ids[i]))
            encoding->special[i] = true;
    }
    return encoding;
}

Result<Run> Session::runMessage(std::string_view message, std::span<const std::string> before,
                                const Stop& stop) const {
    auto run = encodedMessage(message, before);
    if (!run) return run;
    return traced(std::move(*run), stop);
}

Result<Run> Session::encodedMessage(std::string_view message,
                                    std::span<const std::string> before) const {
    auto encoding = messageTokens(message, before);
    if (!encoding) return std::unexpected(std::move(encoding.error()));
    Run run;
    run.text = messageText(message, before).value_or(ChatText()).text;
    run.isMessage = true;
    run.before.assign(before.begin(), before.end());
    run.encoding = std::move(*encoding);
    return run;
}

Result<Run> Session::runIds(std::vector<int> ids, std::vector<int> types, const Stop& stop) const {
    Run run;
    run.encoding = encodedIds(ids);
    run.encoding.special.assign(ids.size(), false);
    run.encoding.typeIds.assign(types.begin(), types.end());
    run.encoding.typeIds.resize(ids.size());
    auto made = traced(std::move(run), stop);
    if (!made || !facts_.translates()) return made;
    return decoded(std::move(*made), {.stop = stop});
}

Result<Run> Session::runGenerated(const std::vector<int>& ids, const Stop& stop) const {
    auto run = encodeGenerated(ids);
    return run ? traced(std::move(*run), stop) : std::move(run);
}

Result<Run> Session::encodeGenerated(const std::vector<int>& ids) const {
    if (!tokenizer_ || facts_.readsPictures() || ids.empty())
        return badText(std::string("The text is empty."_tr), "Type a sentence."_tr);
    Run run;
    Encoding& encoding = run.encoding;
    encoding.ids.assign(ids.begin(), ids.end());
    const std::size_t begin = addedBefore(*tokenizer_, ids);
    GeneratedText written = writtenText(
        *tokenizer_,
        {encoding.ids.begin() + static_cast<std::ptrdiff_t>(begin), encoding.ids.end()});
    run.text = std::move(written.text);
    if (auto again = tokenizer_->encode(run.text); again && again->ids == encoding.ids) {
        encoding = std::move(*again);
        return run;
    }
    encoding.typeIds.assign(ids.size(), 0);
    encoding.special.assign(ids.size(), false);
    encoding.sequence.assign(ids.size(), 0);
    for (const int id : ids) encoding.tokens.emplace_back(tokenizer_->token(id).value_or(""));
    std::fill_n(encoding.special.begin(), begin, true);
    std::fill_n(encoding.sequence.begin(), begin, std::int8_t{-1});
    encoding.offsets.assign(begin, {});
    encoding.offsets.insert(encoding.offsets.end(), written.spans.begin(), written.spans.end());
    return run;
}

Result<TextInput> Session::inputOf(const Run& run) const {
    if (facts_.mostTokens > 0 && run.tokens() > facts_.mostTokens)
        return badText(formatText("The text has {} tokens; this model takes at most {}."_tr,
                                  {run.tokens(), facts_.mostTokens}),
                       "Shorten the text."_tr);
    TextInput input;
    input.ids.assign(run.encoding.ids.begin(), run.encoding.ids.end());
    if (run.sight)
        input = inputWithPictures(input.ids, facts_.prompted->token, facts_.spec.vocabulary,
                                  *run.sight);
    input.skipped = promptTokens(run.text);
    if (facts_.spec.types > 1)
        input.types.assign(run.encoding.typeIds.begin(), run.encoding.typeIds.end());
    return input;
}

Result<Running> Session::begun(const Run& run) const {
    auto input = inputOf(run);
    if (!input) return std::unexpected(std::move(input.error()));
    std::vector<TextInput> texts{std::move(*input)};
    const bool keeps = areRecordsSmall(network_->spec, Batch(texts));
    return Running::of(*network_, std::move(texts), {.keepsRecords = keeps});
}

Result<Run> Session::traced(Run run, const Stop& stop) const {
    auto input = inputOf(run);
    if (!input) return std::unexpected(std::move(input.error()));
    return traced(std::move(run), std::move(*input), stop);
}

Result<Run> Session::traced(Run run, TextInput input, const Stop& stop) const {
    std::vector<TextInput> texts{std::move(input)};
    const bool keeps = areRecordsSmall(network_->spec, Batch(texts));
    auto trace = forward(*network_, std::move(texts), {.keepsRecords = keeps, .stop = stop});
    if (!trace) return std::unexpected(std::move(trace.error()));
    run.trace = std::move(*trace);
    return run;
}

Result<Run> Session::cut(const Run& run, const Edits& edits, const Stop& stop) const {
    const std::vector<Edits> all{edits};
    const bool keeps = areRecordsSmall(network_->spec, run.trace.batch);
    auto trace = forward(*network_, run.trace.texts,
                         {.edits = all, .keepsRecords = keeps, .base = &run.trace, .stop = stop});
    if (!trace) return std::unexpected(std::move(trace.error()));
    // Layers below the first change were not run again, and have no results.
    for (std::size_t layer = 0; layer < trace->weights.size(); ++layer) {
        if (trace->weights[layer].empty()) trace->weights[layer] = run.trace.weights[layer];
        if (trace->streams[layer].empty()) trace->streams[layer] = run.trace.streams[layer];
    }
    return Run{run.text,          run.picture, run.pair,        run.encoding,
               std::move(*trace), run.output,  run.isMessage,   run.before,
               run.features,      run.sight,   run.imageTokens, run.soundTokens};
}

int Session::usualPosition(const Run& run) const {
    if (facts_.task() == Task::nextWord) return run.answeringTokens() - 1;
    if (facts_.answering().head.pool == Pool::last && run.answering().batch.count() > 0)
        return run.answering().batch.pooled(0).last;
    if (facts_.task() != Task::maskedWord) return 0;
    const int mask = tokenizer_ ? tokenizer_->specialIds().mask : -1;
    const auto found = std::ranges::find(run.encoding.ids, mask);
    return mask < 0 || found == run.encoding.ids.end()
               ? -1
               : static_cast<int>(found - run.encoding.ids.begin());
}

}  // namespace hw::model
