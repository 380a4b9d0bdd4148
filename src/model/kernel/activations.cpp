// SPDX-License-Identifier: MIT
#include "model/kernel/activations.h"

#include "model/kernel/elementary.h"

namespace hw::model {

namespace {

constexpr float rootHalf = 0.70710678F;
constexpr float densityAtZero = 0.39894228F;  // 1 / sqrt(2 pi)
constexpr float tanhSlope = 0.79788456F;      // sqrt(2 / pi)
constexpr float cubic = 0.044715F;
constexpr float quick = 1.702F;

/// f(u) and f'(u) of four values.
struct Point {
    Four value;
    Four slope;
};

struct None {
    static Four value(Four u) { return u; }
    static Point point(Four u) { return {u, spread(1.0F)}; }
};

struct Gelu {
    static Four share(Four u) { return spread(0.5F) + spread(0.5F) * erfOf(u * spread(rootHalf)); }
    static Four value(Four u) { return u * share(u); }
    static Point point(Four u) {
        const Four phi = share(u);
        const Four density = spread(densityAtZero) * expOf(spread(-0.5F) * u * u);
        return {u * phi, phi + u * density};
    }
};

struct GeluTanh {
    // (1 + tanh z) / 2 = sigmoid(2 z), which is accurate even if tanh z is near -1.
    static Four share(Four u) {
        return sigmoidOf(spread(2.0F * tanhSlope) * (u + spread(cubic) * u * u * u));
    }
    static Four value(Four u) { return u * share(u); }
    static Point point(Four u) {
        const Four s = share(u);
        const Four inner = spread(2.0F * tanhSlope) * (spread(1.0F) + spread(3.0F * cubic) * u * u);
        // If s (1 - s) is 0 the cube may be infinite.
        const Four spare = s * (spread(1.0F) - s);
        return {u * s, s + (spare > Four{} ? u * spare * inner : Four{})};
    }
};

template <bool isQuick>
struct Silu {
    static constexpr float steepness = isQuick ? quick : 1.0F;
    static Four value(Four u) { return u * sigmoidOf(spread(steepness) * u); }
    static Point point(Four u) {
        const Four s = sigmoidOf(spread(steepness) * u);
        return {u * s, s * (spread(1.0F) + spread(steepness) * u * (spread(1.0F) - s))};
    }
};

struct Relu {
    static Four value(Four u) { return u > Four{} ? u : Four{}; }
    static Point point(Four u) { return {value(u), u > Four{} ? spread(1.0F) : Four{}}; }
};

struct Tanh {
    static Four value(Four u) { return tanhOf(u); }
    static Point point(Four u) {
        const Four t = tanhOf(u);
        return {t, spread(1.0F) - t * t};
    }
};

/// Not inlined, so that functions that the first models do not use are loaded later (tools/lib/split_by_run.mjs).
template <class F, class Run>
[[gnu::noinline]] void with(const Run& run) {
    run(F{});
}

/// Calls run with the function of `kind`.
template <class Run>
void with(Activation kind, const Run& run) {
    switch (kind) {
        case Activation::none: with<None>(run); return;
        case Activation::gelu: with<Gelu>(run); return;
        case Activation::geluTanh: with<GeluTanh>(run); return;
        case Activation::quickGelu: with<Silu<true>>(run); return;
        case Activation::silu: with<Silu<false>>(run); return;
        case Activation::relu: with<Relu>(run); return;
        case Activation::tanh: with<Tanh>(run); return;
    }
}

}  // namespace

void activate(Activation kind, const float* u, std::size_t count, float* y) {
    with(kind, [=](auto f) {
        inFours(count, [=](std::size_t i, std::size_t some) {
            give(y + i, some, f.value(take(u + i, some)));
        });
    });
}

void activateBackward(Activation kind, const float* u, const float* dy, std::size_t count,
                      float* du) {
    with(kind, [=](auto f) {
        inFours(count, [=](std::size_t i, std::size_t some) {
            give(du + i, some, take(dy + i, some) * f.point(take(u + i, some)).slope);
        });
    });
}

void addTo(std::vector<float>& sum, const std::vector<float>& part) {
    float* to = sum.data();
    const float* from = part.data();
    inFours(sum.size(), [=](std::size_t i, std::size_t some) {
        give(to + i, some, take(to + i, some) + take(from + i, some));
    });
}

void activateGated(Activation kind, const float* gate, const float* up, std::size_t count,
                   float* y) {
    with(kind, [=](auto f) {
        inFours(count, [=](std::size_t i, std::size_t some) {
            give(y + i, some, f.value(take(gate + i, some)) * take(up + i, some));
        });
    });
}

void activateGatedBackward(Activation kind, const float* gate, const float* up, const float* dy,
                           std::size_t count, float* dGate, float* dUp) {
    with(kind, [=](auto f) {
        inFours(count, [=](std::size_t i, std::size_t some) {
            const Point at = f.point(take(gate + i, some));
            const Four gradient = take(dy + i, some);
            const Four other = take(up + i, some);
            give(dGate + i, some, gradient * other * at.slope);
            give(dUp + i, some, gradient * at.value);
        });
    });
}

}  // namespace hw::model
