// SPDX-License-Identifier: MIT
// run_bench FILE... [--tokens 8,32,128] [--blank 32] [--rounds 5] [--text FILE]
//
// FILEs are a model's, either config.json, tokenizer.json and model.safetensors, or one .gguf. One JSON line has the
// milliseconds from the files to an open model and of the first run, and the process's peak memory until then. One line
// per number of tokens has a run with every attention matrix, and the same with the gradients of all of them. With
// --blank it has a number of tokens each blanked out. One line for --text has its tokens. Times are processor time, the
// fastest of the rounds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#if defined(__EMSCRIPTEN__)
#include <emscripten/heap.h>
#else
#include <sys/resource.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "bench_support/numbers.h"
#include "bench_support/processor_time.h"
#include "model/ask/blank_out.h"
#include "model/ask/cut_value_cache.h"
#include "model/experiment/experiment.h"
#include "model/experiment/rankings.h"
#include "model/session/session.h"

namespace {

using namespace hw;
using bench::build;
using bench::milliseconds;

#if defined(__EMSCRIPTEN__)
std::size_t peakBytes() { return emscripten_get_heap_size(); }
#else
std::size_t peakBytes() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return static_cast<std::size_t>(used.ru_maxrss) * 1024;
}
#endif

template <typename Value>
Value orStop(Result<Value> result) {
    if (result) return std::move(*result);
    std::fprintf(stderr, "error: %s\n", sentence(result.error()).c_str());
    std::exit(1);
}

/// A file that is read on demand, as the page reads a dropped one.
class Disk : public model::ByteSource {
public:
    explicit Disk(const std::string& path) : file_(std::fopen(path.c_str(), "rb")) {
        if (!file_) {
            std::fprintf(stderr, "error: %s cannot be read\n", path.c_str());
            std::exit(1);
        }
        std::fseek(file_, 0, SEEK_END);
        size_ = static_cast<std::uint64_t>(std::ftell(file_));
    }
    Disk(const Disk&) = delete;
    Disk& operator=(const Disk&) = delete;
    ~Disk() override { std::fclose(file_); }

    std::uint64_t size() const override { return size_; }
    Result<void> read(std::uint64_t offset, std::span<std::byte> into) override {
        if (std::fseek(file_, static_cast<long>(offset), SEEK_SET) != 0 ||
            std::fread(into.data(), 1, into.size(), file_) != into.size()) {
            return std::unexpected(Problem{.code = Code::badArgument,
                                           .place = "file",
                                           .finding = "It ends too early.",
                                           .remedy = "Fetch it again.",
                                           .byte = {}});
        }
        return {};
    }

private:
    std::FILE* file_;
    std::uint64_t size_ = 0;
};

struct Asked {
    std::vector<std::string> files;
    std::vector<int> tokens{8, 32, 128};
    int blank = 0;
    int experiment = 0;
    int rounds = 5;
    std::string text;
};

Asked asked(int count, char** given) {
    Asked all;
    for (int i = 1; i < count; ++i) {
        const std::string_view name = given[i];
        if (!name.starts_with("--")) {
            all.files.emplace_back(name);
            continue;
        }
        const char* value = i + 1 < count ? given[++i] : "";
        if (name == "--tokens") all.tokens = bench::numbers(value);
        if (name == "--blank") all.blank = std::atoi(value);
        if (name == "--experiment") all.experiment = std::atoi(value);
        if (name == "--rounds") all.rounds = std::atoi(value);
        if (name == "--text") all.text = value;
    }
    return all;
}

double fastest(int rounds, const std::function<void()>& run) {
    double best = 1e30;
    for (int i = 0; i < rounds; ++i) {
        const double start = milliseconds();
        run();
        best = std::min(best, milliseconds() - start);
    }
    return best;
}

model::TextInput textOf(const model::Session& session, int tokens) {
    const int words = session.network().spec.vocabulary;
    model::TextInput text;
    for (int i = 0; i < tokens; ++i) text.ids.push_back((1000 + i * 37) % words);
    return text;
}

/// The target is the model's own answer if it has one, otherwise its vector.
model::Target targetOf(const model::Session& session) {
    model::Target target;
    if (session.facts().task() == model::Task::embedding) {
        target.kind = model::TargetKind::cosine;
        target.other.assign(static_cast<std::size_t>(session.network().spec.width), 0.5F);
    }
    return target;
}

void measureRuns(const model::Session& session, int tokens, const Asked& asked) {
    const model::Network& network = session.network();
    const model::TextInput text = textOf(session, tokens);
    const model::Target target = targetOf(session);
    const double forward = fastest(
        asked.rounds, [&] { orStop(model::forward(network, {text}, {.keepsStreams = false})); });
    const double both = fastest(asked.rounds, [&] {
        const model::Trace trace = orStop(model::forward(network, {text}, {.keepsRecords = true}));
        orStop(model::backward(network, trace, std::vector{target}));
    });
    const model::Trace whole = orStop(model::forward(network, {text}));
    const int layers = network.spec.layerCount();
    const model::Edits last{.edges = {{layers - 1, 0, tokens - 1, 0}}};
    const double cut = fastest(asked.rounds, [&] {
        orStop(model::forward(network, {text}, {.edits = {&last, 1}, .base = &whole}));
    });
    std::printf(
        "{\"build\":\"%s\",\"tokens\":%d,\"layers\":%d,\"forward\":%.3f,\"both\":%.3f,\"cut\":%.3f",
        build, tokens, layers, forward, both, cut);
    if (tokens == asked.blank) {
        const model::Blank blank{.kind = model::Blank::Kind::word, .id = 0};
        const double blanked = fastest(std::max(1, asked.rounds / 2), [&] {
            orStop(model::blankOut(network, text, model::singleTokens(tokens), blank, target));
        });
        std::printf(",\"blanked\":%.3f", blanked);
    }
    std::printf("}\n");
}

/// The work of the page's experiment sheet. It runs the model forward and back, cuts all edges in the order of their
/// gradients, and compares with random cuts. First it makes a few draws of these, then enough for a p of a hundredth,
/// reusing the first ones.
void measureExperiment(const model::Session& session, int tokens) {
    const model::Network& network = session.network();
    const model::TextInput text = textOf(session, tokens);
    const model::Target target = targetOf(session);
    model::CutValueCache known;
    const auto once = [&](int draws) {
        const double start = milliseconds();
        const model::Trace trace = orStop(model::forward(network, {text}, {.keepsRecords = true}));
        const model::Gradients gradients =
            orStop(model::backward(network, trace, std::vector{target}));
        const std::vector<model::Unit> units = model::unitsOf(
            {network, trace}, gradients, model::UnitKind::edge, model::CutRule::zero);
        const std::vector<model::Unit> order =
            model::ranked({network, trace}, gradients, target, units, model::Ranking::gradients);
        orStop(model::experiment(model::Subject(network, trace), target, order, units,
                                 {.draws = draws, .known = &known}));
        return milliseconds() - start;
    };
    const double few = once(8);
    const double all = once(99);
    std::printf("{\"build\":\"%s\",\"experiment\":%d,\"few\":%.1f,\"all\":%.1f}\n", build, tokens,
                few, all);
}

void measureTokens(const model::Session& session, const Asked& asked) {
    const auto file = std::make_shared<Disk>(asked.text);
    std::string text(file->size(), '\0');
    if (!file->read(0, std::as_writable_bytes(std::span(text)))) std::exit(1);
    std::size_t count = 0;
    const double best = fastest(asked.rounds, [&] {
        // Line by line, as for a list of texts.
        count = 0;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            count +=
                orStop(session.tokenizer()->encode(std::string_view(text).substr(at, end - at)))
                    .ids.size();
            at = end + 1;
        }
    });
    std::printf("{\"build\":\"%s\",\"text\":%zu,\"ids\":%zu,\"tokenize\":%.3f}\n", build,
                text.size(), count, best);
}

}  // namespace

int main(int count, char** given) {
#ifdef __GLIBC__
    // Like the command line (src/cli/program/main.cpp), so that a run reuses the memory freed by the one before.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_TOP_PAD, 16 << 20);
#endif
    const Asked all = asked(count, given);
    std::vector<model::Part> parts;
    std::uint64_t bytes = 0;
    for (const std::string& path : all.files) {
        parts.push_back({path.substr(path.rfind('/') + 1), std::make_shared<Disk>(path)});
        bytes += parts.back().bytes->size();
    }
    const double start = milliseconds();
    const model::Session session = orStop(model::Session::open(std::move(parts)));
    const double opened = milliseconds();
    orStop(model::forward(session.network(), {textOf(session, 8)}, {}));
    const double ran = milliseconds();
    std::printf("{\"build\":\"%s\",\"files\":%llu,\"opened\":%.1f,\"first\":%.1f,\"peak\":%zu}\n",
                build, static_cast<unsigned long long>(bytes), opened - start, ran - opened,
                peakBytes());
    for (const int tokens : all.tokens) measureRuns(session, tokens, all);
    if (all.experiment > 0) measureExperiment(session, all.experiment);
    if (!all.text.empty() && session.tokenizer() != nullptr) measureTokens(session, all);
    return 0;
}
