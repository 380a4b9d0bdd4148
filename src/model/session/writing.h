// SPDX-License-Identifier: MIT
// A model that generates text, token by token, with steps back and other continuations.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/session/session.h"
#include "model/write/incremental_decoder.h"
#include "model/write/sampling.h"
#include "model/write/token_text.h"

namespace hw::model {

/// Why the text ends.
enum class WriteEnd : std::uint8_t {
    none,
    token,   ///< the model chose a token that ends the text, which is not added
    length,  ///< the text has reached the limit of the model or the memory
};

class Writing {
public:
    /// Shares the session's weights. Errors: as IncrementalDecoder::of and Session::checkRules; badArgument without a tokenizer.
    static Result<Writing> of(const Session& session);

    /// The tokens of a text. Errors: those of the tokenizer; badArgument for a text without tokens.
    Result<std::vector<int>> idsOf(std::string_view text) const;
    /// The tokens of a message, as Session::messageTokens.
    Result<std::vector<int>> idsOfMessage(std::string_view message,
                                          std::span<const std::string> before = {}) const;
    /// Sets the text to these tokens. The tokens at its start that equal those of the former text are not computed
    /// again. Errors: as IncrementalDecoder::add. Cost: as there.
    Result<void> set(const std::vector<int>& ids, const Stop& stop = {});
    /// The pictures of the prompt that set() gets next; null for none.
    void see(std::shared_ptr<const Sight> sight);
    /// Ends the text at `length` tokens, where rules force a last one. 0 for no limit.
    void endAt(int length) { longest_ = length; }
    /// Adds the token that the settings choose, by the rules of the model's files (Session::rules). Returns nullopt at
    /// the end of the text, for the reason ended(). Errors: as checkSampling and IncrementalDecoder::add. Cost: the head, and the
    /// pass of a token.
    Result<std::optional<int>> next(const Sampling& sampling, const Stop& stop = {});

    /// Runs tokens of the session, encoded() or encodeGenerated(). If most of them, from the start, are those of the
    /// kept text, computes only the new ones and assembles the run (IncrementalDecoder::trace). Only the order of sums differs.
    /// Errors: as Session::traced. Cost: the new tokens' passes, and O(L H n^2 d).
    Result<Run> traced(Run run, const Stop& stop = {});

    WriteEnd ended() const { return ended_; }
    const std::vector<int>& ids() const { return ids_; }
    int mostTokens() const { return decoder_.mostTokens(); }
    /// The likeliest tokens after the one at `position`, and the probability of one.
    std::vector<Choice> top(int position, int count);
    double probability(int position, int id);
    const Session& session() const { return session_; }

private:
    Writing(const Session& session, IncrementalDecoder decoder)
        : session_(session), decoder_(std::move(decoder)) {}
    /// The ids as the decoder has them, with those of image tokens.
    std::vector<int> inner(const std::vector<int>& ids) const;
    const std::vector<float>& logitsAt(int position);

    Session session_;
    IncrementalDecoder decoder_;
    std::shared_ptr<const Sight> sight_;
    std::vector<int> ids_;  ///< decoder_ may lack the last one, which was not needed yet
    int given_ = 0;         ///< the number of tokens that were not generated
    int longest_ = 0;
    WriteEnd ended_ = WriteEnd::none;
    int logitsOf_ = -1;
    std::vector<float> logits_;
};

}  // namespace hw::model
