// SPDX-License-Identifier: MIT
// A BERT of random weights, as a user would open it. It compares whole runs with the floor of their products.
#pragma once

#include <functional>

#include "model/network/network.h"
#include "model/run/run.h"

namespace hw::bench {

/// A sentence encoder with this number of layers. Heads are 32 wide.
model::Network encoder(int layers, int width, int inner);

/// All attention matrices of one text with this number of tokens.
void runForward(const model::Network& network, int tokens);

/// The same with the gradient of one number of the last layer with respect to every attention weight.
void runBoth(const model::Network& network, int tokens);

}  // namespace hw::bench
