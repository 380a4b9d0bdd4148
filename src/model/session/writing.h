// SPDX-License-Identifier: MIT
// A model that writes: a text, what it adds to it token by token, steps back, and other ways from there.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/session/session.h"
#include "model/write/growing.h"
#include "model/write/sampling.h"
#include "model/write/token_text.h"

namespace hw::model {

/// Why nothing more is written.
enum class WriteEnd : std::uint8_t {
    none,
    token,   ///< the model has chosen one that ends the text, which is not added
    length,  ///< the text is as long as the model or the memory allows
};

class Writing {
public:
    /// Shares the session's weights. Errors: as Growing::of and Session::checkRules; badArgument without a tokenizer.
    static Result<Writing> of(const Session& session);

    /// The tokens of a text. Errors: those of the tokenizer; badArgument for a text without tokens.
    Result<std::vector<int>> idsOf(std::string_view text) const;
    /// Those of a message, as Session::messageTokens.
    Result<std::vector<int>> idsOfMessage(std::string_view message,
                                          std::span<const std::string> before = {}) const;
    /// Makes these tokens the text. What it has in common with the text before from the beginning is not computed again. Errors: as
    /// Growing::add. Cost: as there.
    Result<void> set(const std::vector<int>& ids, const Stop& stop = {});
    /// The text ends at so many tokens, where rules force a last one; 0: anywhere.
    void endAt(int length) { longest_ = length; }
    /// Adds the token that the settings choose, by the rules of the model's files (Session::rules); nullopt where the text ends, why says ended(). Errors: as checkSampling and
    /// Growing::add. Cost: the head, and the pass of a token.
    Result<std::optional<int>> next(const Sampling& sampling, const Stop& stop = {});

    /// Runs tokens of the session, encoded() or encodedWritten(). Where they are mostly those that are kept, from the beginning, only what
    /// is new of them is computed, and the run put together (Growing::trace): the same but for the order of sums. Errors: as
    /// Session::traced. Cost: the new tokens' passes, and O(L H n^2 d).
    Result<Run> traced(Run run, const Stop& stop = {});

    WriteEnd ended() const { return ended_; }
    const std::vector<int>& ids() const { return ids_; }
    int mostTokens() const { return growing_.mostTokens(); }
    /// The likeliest tokens behind the one at `position`, and how likely one is.
    std::vector<Choice> top(int position, int count);
    double probability(int position, int id);
    const Session& session() const { return session_; }

private:
    Writing(const Session& session, Growing growing)
        : session_(session), growing_(std::move(growing)) {}
    const std::vector<float>& logitsAt(int position);

    Session session_;
    Growing growing_;
    std::vector<int> ids_;  ///< growing_ may lack the last one, which has not been needed yet
    int given_ = 0;         ///< how many of them were not written
    int longest_ = 0;
    WriteEnd ended_ = WriteEnd::none;
    int logitsOf_ = -1;
    std::vector<float> logits_;
};

}  // namespace hw::model
