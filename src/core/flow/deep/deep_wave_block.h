// SPDX-License-Identifier: MIT
// Up to 16 neighbours along a row of DeepWave. Internal to core.
//
// Inlined, so that the loops over a full block have a known number of steps. In WebAssembly counters, addresses and
// checks are a fifth of the time of a row.
#pragma once

#include "core/flow/kernel/flow_loops.h"

namespace hw {

/// What neighbours can take of a row, and how much of it they hand over before the last edge.
struct WaveShare {
    double sum = 0.0;
    double sooner = 0.0;
};

/// The amounts they can take. Each pointer is at the first neighbour.
struct WaveBlock {
    const double* edges;
    const double* rooms;
    const double* own;
    const double* keep;
    const double* got;

    [[gnu::always_inline]] WaveShare early(double* taken, int count) const {
        double sum = 0.0, sooner = 0.0;
        HW_APART
        for (int i = 0; i < count; ++i) {
            const double room = maxOf(0.0, minOf(rooms[i] - got[i], keep[i]));
            const double most = minOf(edges[i], room);
            taken[i] = most;
            sum += most;
            sooner += most - minOf(most, own[i]);
        }
        return {sum, sooner};
    }

    [[gnu::always_inline]] double late(double* taken, int count) const {
        double sum = 0.0;
        HW_APART
        for (int i = 0; i < count; ++i) {
            const double most = minOf(edges[i], minOf(own[i], keep[i]));
            taken[i] = most;
            sum += most;
        }
        return sum;
    }
};

/// Arrays that record the amounts they took.
struct WaveBooks {
    double* residual;
    double* own;
    double* keep;
    double* strait;
    double* got;
    double* arrived;

    [[gnu::always_inline]] void note(const double* taken, int count) const {
        HW_APART
        for (int i = 0; i < count; ++i) {
            residual[i] -= taken[i];
            own[i] -= minOf(taken[i], own[i]);
            keep[i] -= taken[i];
            strait[i] -= taken[i];
            got[i] += taken[i];
            arrived[i] += taken[i];
        }
    }
};

}  // namespace hw
