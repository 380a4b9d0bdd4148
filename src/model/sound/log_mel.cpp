// SPDX-License-Identifier: MIT
#include "model/sound/log_mel.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace hw::model {
namespace {

struct Complex {
    double real = 0;
    double imaginary = 0;
};

int smallestFactor(int n) {
    for (int factor = 2; factor * factor <= n; ++factor)
        if (n % factor == 0) return factor;
    return n;
}

/// The discrete Fourier transform of any length, by its factors (Cooley and Tukey 1965).
class Transform {
public:
    explicit Transform(int size) : size_(size), turns_(size) {
        for (int i = 0; i < size; ++i) {
            const double angle = -2 * std::numbers::pi * i / size;
            turns_[i] = {std::cos(angle), std::sin(angle)};
        }
    }
    void apply(const std::vector<double>& x, std::vector<Complex>& y) const {
        y.resize(x.size());
        part(x.data(), 1, y.data(), size_);
    }

private:
    /// `n` values of x, each `step` after the last.
    void part(const double* x, int step, Complex* y, int n) const {
        if (n == 1) {
            *y = {*x, 0};
            return;
        }
        const int factor = smallestFactor(n);
        const int rest = n / factor;
        for (int i = 0; i < factor; ++i)
            part(x + std::ptrdiff_t{1} * i * step, step * factor, y + std::ptrdiff_t{1} * i * rest,
                 rest);
        std::vector<Complex> terms(factor);
        for (int k = 0; k < rest; ++k) {
            for (int i = 0; i < factor; ++i) terms[i] = y[std::ptrdiff_t{1} * i * rest + k];
            for (int q = 0; q < factor; ++q) {
                Complex sum;
                for (int i = 0; i < factor; ++i) {
                    const Complex& turn = turns_[std::size_t{1} * i * (k + q * rest) % n * step];
                    sum.real += terms[i].real * turn.real - terms[i].imaginary * turn.imaginary;
                    sum.imaginary +=
                        terms[i].real * turn.imaginary + terms[i].imaginary * turn.real;
                }
                y[k + std::ptrdiff_t{1} * q * rest] = sum;
            }
        }
    }

    int size_;
    std::vector<Complex> turns_;
};

// Slaney's Auditory Toolbox (1998).
constexpr double linearHertz = 1000;
constexpr double hertzPerMel = 200.0 / 3;
constexpr double linearMels = linearHertz / hertzPerMel;
const double logStep = std::log(6.4) / 27;

double melOf(double hertz) {
    return hertz < linearHertz ? hertz / hertzPerMel
                               : linearMels + std::log(hertz / linearHertz) / logStep;
}

double hertzOf(double mel) {
    return mel < linearMels ? mel * hertzPerMel
                            : linearHertz * std::exp(logStep * (mel - linearMels));
}

/// The sample at a place of the sound, which is mirrored at both ends.
float mirrored(std::span<const float> samples, int length, int at) {
    const int inside = at < 0 ? -at : at >= length ? 2 * length - 2 - at : at;
    return inside >= 0 && inside < std::ssize(samples) ? samples[inside] : 0;
}

}  // namespace

std::vector<double> melFilters(const SoundSpec& sound) {
    const int rows = 1 + sound.window / 2;
    const double highest = sound.rate / 2.0;
    std::vector<double> edges(std::size_t{2} + sound.bins);
    for (std::size_t i = 0; i < edges.size(); ++i)
        edges[i] = hertzOf(melOf(highest) * static_cast<double>(i) / (sound.bins + 1));
    std::vector<double> filters;
    for (int row = 0; row < rows; ++row) {
        const double hertz = highest * row / (rows - 1);
        for (int bin = 0; bin < sound.bins; ++bin) {
            const double up = (hertz - edges[bin]) / (edges[bin + 1] - edges[bin]);
            const double down = (edges[bin + 2] - hertz) / (edges[bin + 2] - edges[bin + 1]);
            filters.push_back(std::max(0.0, std::min(up, down)) * 2 /
                              (edges[bin + 2] - edges[bin]));
        }
    }
    return filters;
}

std::vector<float> logMel(std::span<const float> samples, const SoundSpec& sound) {
    const int frames = sound.samples / sound.hop;
    samples = samples.first(std::min<std::size_t>(samples.size(), sound.samples));
    const std::vector<double> filters = melFilters(sound);
    const Transform transform(sound.window);
    std::vector<double> window(sound.window);
    for (int i = 0; i < sound.window; ++i)
        window[i] = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * i / sound.window);
    std::vector<double> logs(std::size_t{1} * sound.bins * frames);
    std::vector<double> frame(sound.window);
    std::vector<Complex> spectrum;
    std::vector<double> powers(sound.bins);
    double most = -10;
    for (int at = 0; at < frames; ++at) {
        for (int i = 0; i < sound.window; ++i)
            frame[i] =
                window[i] * mirrored(samples, sound.samples, at * sound.hop + i - sound.window / 2);
        transform.apply(frame, spectrum);
        std::ranges::fill(powers, 0.0);
        for (int row = 0; row <= sound.window / 2; ++row) {
            const auto& [real, imaginary] = spectrum[row];
            const double power = real * real + imaginary * imaginary;
            const double* filter = filters.data() + std::ptrdiff_t{1} * row * sound.bins;
            for (int bin = 0; bin < sound.bins; ++bin) powers[bin] += power * filter[bin];
        }
        for (int bin = 0; bin < sound.bins; ++bin) {
            const double log = std::log10(std::max(powers[bin], 1e-10));
            most = std::max(most, log);
            logs[std::size_t{1} * bin * frames + at] = log;
        }
    }
    std::vector<float> features;
    features.reserve(logs.size());
    for (const double log : logs)
        features.push_back(static_cast<float>((std::max(log, most - 8) + 4) / 4));
    return features;
}

}  // namespace hw::model
