// SPDX-License-Identifier: MIT
// Any bytes as requests to the service, one per line, about a small model. It must not crash, a refusal has a reason,
// and an answer is JSON.
#include "model/service/service.h"

#include <cctype>
#include <cstring>
#include <fstream>
#include <iterator>

#include "fuzz/targets.h"
#include "io/json/json_parser.h"

namespace hw::fuzz {
namespace {

const std::vector<std::string>& files() {
    static const std::vector<std::string> contents = [] {
        std::vector<std::string> all;
        for (const char* name : {"config.json", "tokenizer.json", "model.safetensors"}) {
            std::ifstream file(std::string(HW_TEST_DATA "/model/gpt2_bare/") + name,
                               std::ios::binary);
            all.emplace_back(std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>());
            require(!all.back().empty());
        }
        return all;
    }();
    return contents;
}

bool readPart(int part, std::uint64_t offset, std::span<std::byte> into) {
    if (part < 0 || std::cmp_greater_equal(part, files().size())) return false;
    const std::string& bytes = files()[part];
    if (offset > bytes.size() || into.size() > bytes.size() - offset) return false;
    std::memcpy(into.data(), bytes.data() + offset, into.size());
    return true;
}

/// The "open" request with all files and their sizes.
std::string opening() {
    const auto part = [](int number, const std::string& name) {
        return R"({"name":")" + name + R"(","size":)" + std::to_string(files()[number].size()) +
               "}";
    };
    return R"({"call":"open","name":"toy","parts":[)" + part(0, "config.json") + "," +
           part(1, "tokenizer.json") + "," + part(2, "model.safetensors") + "]}";
}

/// Thousands of draws and steps are no finding, so numbers stay below 100.
bool asksForMuch(std::string_view text) {
    int digits = 0;
    for (const char c : text) {
        const bool isDigit = std::isdigit(static_cast<unsigned char>(c)) != 0;
        if (digits > 0 && (c == 'e' || c == 'E')) return true;
        digits = isDigit ? digits + 1 : 0;
        if (digits > 2) return true;
    }
    return false;
}

}  // namespace

int service(std::string_view bytes) {
    constexpr std::size_t longest = 4096;
    if (bytes.size() > longest || asksForMuch(bytes)) return -1;
    hw::service::Service asked(readPart);
    const auto opened = asked.take(opening(), {});
    require(opened.has_value());
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        const std::string_view request = bytes.substr(0, end);
        bytes.remove_prefix(std::min(end + 1, bytes.size()));
        if (asked.begin(request))
            while (asked.step()) continue;
        const auto reply = asked.take(request, {});
        if (!reply) {
            require(!reply.error().finding.empty());
            continue;
        }
        io::JsonParser parser;
        require(parser.push(reply->json).has_value() && parser.finish().has_value());
    }
    return 0;
}

}  // namespace hw::fuzz
