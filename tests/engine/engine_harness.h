// SPDX-License-Identifier: MIT
// The page's side of the engine. It sends bytes and stores the answers.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace hw::test {

inline std::string fileText(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string reference(const std::string& name) {
    return std::string(HW_TEST_DATA) + "/references/" + name;
}

/// All numbers of the list after `"key":` in a JSON file, in order and without its brackets. Independent of src/io on
/// purpose. Empty if there is no such list.
inline std::vector<double> referenceNumbers(const std::string& path, const std::string& key) {
    const std::string text = fileText(path);
    std::vector<double> numbers;
    // The same word may be in a sentence elsewhere.
    std::size_t at = std::string::npos;
    for (std::size_t found = 0;
         (found = text.find('"' + key + "\":", found)) != std::string::npos;) {
        found += key.size() + 3;
        at = text.find_first_not_of(" \n", found);
        if (at != std::string::npos && text[at] == '[') break;
        at = std::string::npos;
    }
    if (at == std::string::npos) return numbers;
    int depth = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '[') ++depth;
        if (c == ']' && --depth == 0) break;
        if (c == '-' || (c >= '0' && c <= '9')) {
            char* end = nullptr;
            numbers.push_back(std::strtod(text.c_str() + at, &end));
            at = static_cast<std::size_t>(end - text.c_str());
        } else {
            ++at;
        }
    }
    return numbers;
}

/// A piece of the engine's work that does not depend on the machine's speed.
inline constexpr std::chrono::milliseconds oneStep{0};

class EngineHarness {
public:
    explicit EngineHarness(std::size_t cacheBytes = std::size_t{64} << 20,
                           std::size_t madeBytes = std::size_t{64} << 20)
        : engine(cacheBytes, madeBytes) {}

    bool send(const wire::ToEngine& message) { return sendBytes(wire::encode(message)); }
    bool sendBytes(std::span<const std::byte> bytes) {
        return engine.message(bytes, [this](auto reply) { take(reply); });
    }
    bool sendFed(ByteFeed& feed, std::size_t length) {
        return engine.made(feed, length, [this](auto reply) { take(reply); });
    }
    bool work() {
        return engine.work([this](auto reply) { take(reply); }, oneStep);
    }
    void workAll() {
        while (work()) {}
    }

    void open(const std::string& text, std::uint32_t ticket = 1, std::size_t chunk = 1000) {
        send(wire::OpenBegin{ticket, text.size(), 0, "file.json"});
        const auto bytes = std::as_bytes(std::span(text));
        for (std::size_t at = 0; at < bytes.size(); at += chunk) {
            const std::size_t size = std::min(chunk, bytes.size() - at);
            send(wire::OpenChunk{ticket, bytes.subspan(at, size)});
        }
        send(wire::OpenEnd{ticket});
    }
    /// Opens, and returns the summary that the page gets.
    DocumentSummary openReference(const std::string& name, std::uint32_t ticket = 1) {
        open(fileText(reference(name)), ticket);
        const auto* opened = last<wire::Opened>();
        return opened != nullptr ? opened->document : DocumentSummary{};
    }

    /// The final answer to one question.
    Answer ask(const Query& query) {
        send(wire::Ask{{query}, true});
        workAll();
        const auto* answered = last<wire::Answered>();
        return answered != nullptr ? answered->answer : Answer{};
    }

    template <class Message>
    const Message* last() const {
        for (auto message = received.rbegin(); message != received.rend(); ++message) {
            if (const auto* found = std::get_if<Message>(&*message)) return found;
        }
        return nullptr;
    }
    template <class Message>
    std::vector<Message> all() const {
        std::vector<Message> found;
        for (const auto& message : received) {
            if (const auto* one = std::get_if<Message>(&message)) found.push_back(*one);
        }
        return found;
    }

    Engine engine;
    std::vector<wire::ToPage> received;
    int unreadable = 0;

private:
    void take(std::span<const std::byte> bytes) {
        Result<wire::ToPage> message = wire::decodeToPage(bytes);
        if (message) {
            received.push_back(std::move(*message));
        } else {
            ++unreadable;
        }
    }
};

/// The largest difference, infinite if the lengths differ or a number is missing.
inline double distance(std::span<const float> a, std::span<const double> b) {
    if (a.size() != b.size()) return INFINITY;
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = std::abs(static_cast<double>(a[i]) - b[i]);
        if (std::isnan(difference)) return INFINITY;
        largest = std::max(largest, difference);
    }
    return largest;
}

inline Query profileOf(const DocumentSummary& document, Method method,
                       std::vector<int> outputs = {0}) {
    Query query;
    query.document = document.id;
    query.method = method;
    query.outputs = std::move(outputs);
    return query;
}

inline Query matrixOf(const DocumentSummary& document, Method method, int layer) {
    Query query;
    query.what = Query::What::matrix;
    query.document = document.id;
    query.method = method;
    query.layer = layer;
    return query;
}

inline std::span<const float> rowOf(const Answer& answer, int row) {
    return std::span(answer.values)
        .subspan(std::size_t(row * answer.cols), std::size_t(answer.cols));
}

/// Random attention of one head with rows that sum to 1, as the text of a file without tokens.
inline std::string syntheticFile(int layers, int n, unsigned seed = 5) {
    std::mt19937 random(seed);
    std::string text = "{\"attentions\":[";
    for (int layer = 0; layer < layers; ++layer) {
        text += layer == 0 ? "[[" : ",[[";
        for (int q = 0; q < n; ++q) {
            text += q == 0 ? "[" : ",[";
            std::vector<int> shares;
            int sum = 0;
            for (int k = 0; k < n; ++k) {
                shares.push_back(1 + static_cast<int>(random() % 1000));
                sum += shares.back();
            }
            for (int k = 0; k < n; ++k) {
                if (k > 0) text += ',';
                text += std::to_string(double(shares[std::size_t(k)]) / sum);
            }
            text += ']';
        }
        text += "]]";
    }
    return text + "]}";
}

}  // namespace hw::test
