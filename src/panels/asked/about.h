// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText wordsAbout{
    "Why"_tr,
    "How much the answer loses when a word is hidden, masked, deleted or replaced (one run per word), and where attention leads."_tr,
    "The model was not trained with hidden or missing words. This may cause part of a change."_tr};

inline constexpr AboutText lensAbout{
    "By layer"_tr, "The model’s answer at each token if each layer were its last (logit lens)."_tr,
    "The model’s head was trained on the last layer only, and may be unable to read early ones."_tr};

inline constexpr AboutText swapAbout{
    "Swap"_tr,
    "Activation patching copies vectors or heads from another text’s run, one at a time. 100 % restores that text’s answer."_tr,
    "A position that restores the answer is sufficient, but other positions can be too."_tr};

inline constexpr AboutText experimentAbout{
    "Experiment"_tr,
    "Whether cutting the attention a method ranks first changes the answer, compared with random cuts and the best cuts found."_tr,
    "The model was not trained with cuts. After many, its answers can be odd."_tr};

inline constexpr AboutText decidesAbout{
    "Carrying edges"_tr,
    "A small set of cuts that changes the answer. Gradients suggest them and reruns confirm them."_tr,
    "Another set can be as small or smaller."_tr};

inline constexpr AboutText circuitAbout{
    "Circuit"_tr,
    "The heads and MLPs that tell two texts apart, and the connections that carry the difference (EAP-IG)."_tr,
    "Scores are estimates by gradients. The test measures how much of the difference the circuit keeps."_tr};

inline constexpr AboutText patchesAbout{
    "Patches"_tr, "Which part of the picture the answer comes from, by several methods."_tr,
    "The model was not trained with hidden or wiped patches. This may cause part of a change."_tr};

inline constexpr AboutText contactsAbout{
    "Contacts"_tr,
    "The probability that two residues of a protein touch, from a regression on the attention of all heads."_tr,
    "The regression was fitted to other proteins, and attention is not the cause of a contact."_tr};

inline constexpr AboutText soundAbout{
    "Sound"_tr,
    "The sound as the model hears it, its words with their times, and where the model looks for each word."_tr,
    "Attention follows time only roughly. Silence a stretch to see what it changes."_tr};

}  // namespace hw
