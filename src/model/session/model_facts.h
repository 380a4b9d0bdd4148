// SPDX-License-Identifier: MIT
// What is known about a model before its weights are read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/families/family.h"
#include "model/files/model_files.h"
#include "model/network/spec.h"
#include "model/session/chat.h"

namespace hw::model {

/// In how many of `texts` test texts, whose deciding word is known, a rule named it.
struct NamingRate {
    int right = 0;
    int texts = 0;
};
/// How often the rules of "why" are right for a model (docs/why.md), with words hidden.
struct NamingRates {
    NamingRate three;  ///< all tests agree
    NamingRate two;
    NamingRate half;  ///< a word takes at least half of the lead
    double likely =
        0;  ///< the least probability of the texts' answers, less one in twenty; 0: not known
};

/// Properties of a model, from headers only.
struct Facts {
    Spec spec;                                  ///< for a translation model the encoder's
    std::optional<Spec> decoder;                ///< for a translation model
    std::optional<PromptPictureSpec> prompted;  ///< for a model that reads pictures in its prompt
    bool takesPairs = false;                    ///< pairs of sentences
    bool isGguf = false;
    int mostTokens = 0;             ///< for one text; 0 for no limit
    std::uint64_t parameters = 0;   ///< total of all tensors in the files
    std::uint64_t storedBytes = 0;  ///< total of all tensors, which stay in memory
    /// Types of the tensors, the one with most bytes first: "F16".
    std::vector<std::string> stored;
    Chat chat;                        ///< for a model of next words
    std::string mark;                 ///< markOf(); known once the model is open
    NamingRates rates;                ///< ratesOf(); known once the model is open
    std::vector<std::string> unused;  ///< unused tensors; known once the model is open

    bool readsPictures() const { return spec.picture.has_value(); }
    bool hears() const { return spec.sound.has_value(); }
    bool seesPictures() const { return prompted.has_value(); }
    bool isCausal() const { return spec.isCausal(); }
    bool translates() const { return decoder.has_value(); }
    /// The network whose outputs are the answers.
    const Spec& answering() const { return decoder ? *decoder : spec; }
    Task task() const { return answering().head.task; }
    /// True if the logit lens means little, because streams between layers have been normed already.
    bool isPostNorm() const { return spec.placement == Placement::post; }
};

/// Reads only headers and configuration. `ignoresKeys`: runs the model without unknown configuration keys that may
/// change the mathematics (Spec::ignoredKeys). Otherwise such keys are an error with Offer::ignoreKeys. Errors: those
/// of readModelFiles and readSpec.
Result<Facts> look(std::vector<Part> parts, bool ignoresKeys = false);
/// Bytes that a model needs with a text of `tokens` tokens: its weights, one run, and with `gradients` the backward
/// pass.
std::uint64_t memoryFor(const Facts& facts, int tokens, bool gradients);

}  // namespace hw::model
