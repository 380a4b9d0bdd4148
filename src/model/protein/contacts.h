// SPDX-License-Identifier: MIT
// The contact map of a protein, from a regression on all attention weights (Rao et al. 2021, "Transformer protein
// language models are unsupervised structure learners"; transformers 5.24, EsmContactPredictionHead). Residues count
// from 0, without the tokens around the sequence.
#pragma once

#include <vector>

#include "model/run/run.h"

namespace hw::model {

/// Whether the network has such a regression.
inline bool hasContacts(const Network& network) { return !network.contacts.empty(); }

/// Probability that residues i and j touch, [n-2][n-2], for a run of one text of at least three tokens. Symmetric; the
/// diagonal has no meaning. Without such a regression it is empty. Cost: O(L H n^2).
std::vector<float> contactMap(const Network& network, const Trace& trace);

/// The terms of a pair's logit, [L][H]: the regression's weight times the head's symmetric attention without the
/// product of its row and column sums. With the bias they add up to the logit.
std::vector<float> contactTerms(const Network& network, const Trace& trace, int i, int j);

}  // namespace hw::model
