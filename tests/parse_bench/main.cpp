// SPDX-License-Identifier: MIT
// parse_bench [--layers L --heads H --tokens N] [--repeat R] [--digits ...]   measure, one JSON line per result
// parse_bench --file FILE --values N [--repeat R]   the same for a file of any form with N values
// parse_bench --write FILE --digits short|full|js [...]         write the measured text
//
// A result is {"parser","build","digits","bytes","values","ms","mbPerSecond","peakOverTensor"}. digits is short =
// "%.6g", full = float32 as Python's json.dumps prints it (17 digits), js = shortest, as JSON.stringify prints a
// float32 that became a double. ms is the fastest of R runs, natively in processor time, so that a busy machine
// disturbs it less. peakOverTensor is the peak memory while opening, divided by the size of the tensor (this project's
// parser only).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <random>
#include <string>

#include "io/open.h"
#if defined(HW_WITH_OTHERS)
#include "others.h"
#endif

namespace {

std::size_t held = 0;
std::size_t peak = 0;
constexpr std::size_t headSize = 16;  // keeps the alignment of malloc

void* take(std::size_t size) {
    void* const block = std::malloc(size + headSize);
    if (block == nullptr) std::abort();
    std::memcpy(block, &size, sizeof size);
    held += size;
    peak = std::max(peak, held);
    return static_cast<char*>(block) + headSize;
}

void release(void* pointer) {
    if (pointer == nullptr) return;
    void* const block = static_cast<char*>(pointer) - headSize;
    std::size_t size = 0;
    std::memcpy(&size, block, sizeof size);
    held -= size;
    std::free(block);
}

}  // namespace

void* operator new(std::size_t size) { return take(size); }
void* operator new[](std::size_t size) { return take(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return take(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return take(size); }
void operator delete(void* pointer) noexcept { release(pointer); }
void operator delete[](void* pointer) noexcept { release(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { release(pointer); }
void operator delete[](void* pointer, std::size_t) noexcept { release(pointer); }

namespace {

struct Size {
    int layers = 12;
    int heads = 12;
    int tokens = 128;
    std::size_t values() const {
        return static_cast<std::size_t>(layers) * static_cast<std::size_t>(heads) *
               static_cast<std::size_t>(tokens) * static_cast<std::size_t>(tokens);
    }
};

// The shortest text that parses to the same double, as Python and JavaScript print it.
std::string shortest(double value) {
    char text[40];
    for (int digits = 9; digits <= 17; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, value);
        if (std::strtod(text, nullptr) == value) break;
    }
    return text;
}

std::string row(std::mt19937_64& random, int tokens, const std::string& digits) {
    std::normal_distribution<double> score(0, 2);
    std::vector<double> weights(tokens);
    double sum = 0;
    for (double& weight : weights) sum += weight = std::exp(score(random));
    std::string text = "[";
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (i > 0) text += digits == "js" ? "," : ", ";
        const auto value = static_cast<double>(static_cast<float>(weights[i] / sum));
        char buffer[40];
        std::snprintf(buffer, sizeof buffer, "%.6g", value);
        text += digits == "short" ? buffer : shortest(value);
    }
    return text + "]";
}

std::string generate(const Size& size, const std::string& digits) {
    std::mt19937_64 random(1);
    std::vector<std::string> rows;
    for (int i = 0; i < 600; ++i) rows.push_back(row(random, size.tokens, digits));
    std::string text = "{\"attentions\": [";
    for (int layer = 0; layer < size.layers; ++layer) {
        text += layer > 0 ? ", [[" : "[[";
        for (int head = 0; head < size.heads; ++head) {
            text += head > 0 ? ", [" : "[";
            for (int i = 0; i < size.tokens; ++i)
                text += (i > 0 ? ", " : "") + rows[random() % rows.size()];
            text += "]";
        }
        text += "]]";
    }
    return text + "]}";
}

double milliseconds() {
#if defined(__wasm__)
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
#else
    return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

void print(const std::string& parser, const std::string& digits, std::size_t bytes,
           std::size_t values, double ms, double overTensor) {
#if defined(__wasm__)
    const char* build = "wasm";
#else
    const char* build = "native";
#endif
    std::printf(
        "{\"parser\":\"%s\",\"build\":\"%s\",\"digits\":\"%s\",\"bytes\":%zu,\"values\":%zu,\"ms\":"
        "%.2f,"
        "\"mbPerSecond\":%.0f",
        parser.c_str(), build, digits.c_str(), bytes, values, ms,
        static_cast<double>(bytes) / ms / 1000);
    if (overTensor > 0) std::printf(",\"peakOverTensor\":%.3f", overTensor);
    std::printf("}\n");
    std::fflush(stdout);
}

// Opens in chunks of 256 KB, as the page does, with reading, interpreting and checking.
void measureOpening(const std::string& text, std::size_t values, const std::string& digits,
                    int repeat) {
    double best = 1e30;
    double overTensor = 0;
    for (int i = 0; i < repeat; ++i) {
        const std::size_t before = held;
        peak = held;
        const double start = milliseconds();
        hw::Opening opening;
        opening.begin("bench", text.size());
        auto bytes = std::as_bytes(std::span(text.data(), text.size()));
        bool fine = true;
        while (fine && !bytes.empty()) {
            const auto chunk = bytes.first(std::min<std::size_t>(bytes.size(), 262'144));
            fine = opening.push(chunk).has_value();
            bytes = bytes.subspan(chunk.size());
        }
        const auto document = opening.finish();
        best = std::min(best, milliseconds() - start);
        if (!document || document->examples[0].attentions.values.size() != values) std::abort();
        overTensor =
            static_cast<double>(peak - before) / static_cast<double>(values * sizeof(float));
    }
    print("headwaters", digits, text.size(), values, best, overTensor);
}

// Only JSON. Skips a parser that finds fewer values.
void measureOthers([[maybe_unused]] const std::string& text, [[maybe_unused]] std::size_t values,
                   [[maybe_unused]] const std::string& digits, [[maybe_unused]] int repeat) {
#if defined(HW_WITH_OTHERS)
    if (text.empty() || (text[0] != '{' && text[0] != '[')) return;
    for (const hw::bench::Other& other : hw::bench::others()) {
        double best = 1e30;
        for (int i = 0; i < repeat; ++i) {
            const double start = milliseconds();
            if (other.read(text, values) < values) return;
            best = std::min(best, milliseconds() - start);
        }
        print(other.name, digits, text.size(), values, best, 0);
    }
#endif
}

std::string contentOf(const std::string& path) {
    std::string content;
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) return content;
    char buffer[65'536];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file))
        content.append(buffer, count);
    std::fclose(file);
    return content;
}

}  // namespace

int main(int argc, char** argv) {
    Size size;
    int repeat = 9;
    std::string write;
    std::string digits;  // all three if empty
    std::string toRead;
    std::size_t values = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view option = argv[i];
        if (option == "--layers") size.layers = std::atoi(argv[i + 1]);
        if (option == "--heads") size.heads = std::atoi(argv[i + 1]);
        if (option == "--tokens") size.tokens = std::atoi(argv[i + 1]);
        if (option == "--repeat") repeat = std::atoi(argv[i + 1]);
        if (option == "--file") toRead = argv[i + 1];
        if (option == "--values") values = std::strtoull(argv[i + 1], nullptr, 10);
        if (option == "--write") write = argv[i + 1];
        if (option == "--digits") digits = argv[i + 1];
    }
    if (!write.empty()) {
        const std::string text = generate(size, digits.empty() ? "full" : digits);
        std::FILE* const file = std::fopen(write.c_str(), "wb");
        if (file == nullptr) return 1;
        std::fwrite(text.data(), 1, text.size(), file);
        return std::fclose(file) == 0 ? 0 : 1;
    }
    if (!toRead.empty()) {
        const std::string content = contentOf(toRead);
        measureOpening(content, values, "", repeat);
        measureOthers(content, values, "", repeat);
        return 0;
    }
    for (const std::string form : {"short", "full", "js"}) {
        if (!digits.empty() && form != digits) continue;
        const std::string text = generate(size, form);
        measureOpening(text, size.values(), form, repeat);
        measureOthers(text, size.values(), form, repeat);
    }
    return 0;
}
