// SPDX-License-Identifier: MIT
// A BERT of random weights, as a user would open it: to measure whole runs against the floor of their products.
#pragma once

#include <functional>

#include "model/network/network.h"
#include "model/run/run.h"

namespace hw::bench {

/// A sentence encoder of so many layers; heads are 32 wide.
model::Network encoder(int layers, int width, int inner);

/// All attention matrices of one text of so many tokens.
void runForward(const model::Network& network, int tokens);

/// The same with the gradient of one number of the last layer with respect to every attention weight.
void runBoth(const model::Network& network, int tokens);

}  // namespace hw::bench
