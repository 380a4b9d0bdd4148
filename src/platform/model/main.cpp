// SPDX-License-Identifier: MIT
// The model's WebAssembly instance. It takes requests and returns JSON and bytes (model/service/service.h).
// web/model/worker.js feeds it.
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/localized_text.h"
#include "core/tokens/shown_problem.h"
#include "io/write/json_writer.h"
#include "model/service/service.h"
#include "protocol/bytes.h"

// JavaScript copies the arguments out of the instance's memory before the call returns.
// clang-format off
EM_JS_DEPS(hw_model, "$UTF8ToString")
EM_JS(int, hwModelRead, (int part, double offset, void* into, int length), {
    return Module["readPart"](part, offset, HEAPU8.subarray(into >>> 0, (into >>> 0) + length)) ? 1 : 0;
})
EM_JS(void, hwModelPiece, (const void* bytes, int size), {
    (Module["pieces"] = Module["pieces"] ?? []).push(HEAPU8.slice(bytes >>> 0, (bytes >>> 0) + size));
})
EM_JS(void, hwModelReply, (int id, const char* json, int length), {
    const pieces = Module["pieces"] ?? [];
    Module["pieces"] = null;
    Module["onReply"](id, UTF8ToString(json, length), pieces.length > 1 ? pieces : pieces[0] ?? null);
})
EM_JS(void, hwModelRefused, (int id, const char* json, int length), {
    Module["onRefused"](id, UTF8ToString(json, length));
})
EM_JS(void, hwModelProgress, (int id, double done), { Module["onProgress"](id, done); })
// clang-format on

namespace {

/// Bytes per read. A local file delivers them quickly, and a larger block would take twice its memory.
constexpr std::size_t longestRead = std::size_t{8} << 20;

bool readPart(int part, std::uint64_t offset, std::span<std::byte> into) {
    while (!into.empty()) {
        const std::size_t length = std::min(into.size(), longestRead);
        if (hwModelRead(part, static_cast<double>(offset), into.data(), static_cast<int>(length)) ==
            0)
            return false;
        into = into.subspan(length);
        offset += length;
    }
    return true;
}

hw::service::Service& service() {
    static hw::service::Service instance(readPart);
    return instance;
}

std::vector<std::byte>& inbox() {
    static std::vector<std::byte> bytes;
    return bytes;
}

std::string_view request(int length) {
    return {reinterpret_cast<const char*>(inbox().data()), static_cast<std::size_t>(length)};
}

std::vector<std::string> words(int length) {
    std::vector<std::string> texts;
    hw::ByteReader read(std::span<const std::byte>(inbox()).first(length));
    read(texts);
    return texts;
}

}  // namespace

extern "C" {

/// Returns space for `length` incoming bytes, valid until the next call.
EMSCRIPTEN_KEEPALIVE void* hw_buffer(int length) {
    inbox().resize(length);
    return inbox().data();
}

/// Sets the language of messages from the buffer. See hw_words of the page.
EMSCRIPTEN_KEEPALIVE void hw_words(int length) { hw::setLanguage(words(length)); }

/// Begins the run or the search for the request in the buffer, one JSON object. 1 if hw_model_step() must be called
/// until it returns 0 (or never again).
EMSCRIPTEN_KEEPALIVE int hw_model_begin(int length) {
    return service().begin(request(length)) ? 1 : 0;
}
EMSCRIPTEN_KEEPALIVE int hw_model_step() { return service().step() ? 1 : 0; }
/// The finished share, from 0 to 1, or 0 if unknown.
EMSCRIPTEN_KEEPALIVE double hw_model_done() { return service().done(); }

/// Carries out the request in the buffer. Calls Module.onReply or Module.onRefused before it returns.
EMSCRIPTEN_KEEPALIVE void hw_model_call(int id, int length) {
    const auto reply =
        service().take(request(length), [id](double done) { hwModelProgress(id, done); });
    if (reply) {
        reply->message.each([](std::span<const std::byte> piece) {
            hwModelPiece(piece.data(), static_cast<int>(piece.size()));
        });
        hwModelReply(id, reply->json.data(), static_cast<int>(reply->json.size()));
        return;
    }
    const hw::Problem problem = hw::shown(reply.error());
    hw::JsonWriter json;
    json.beginObject()
        .field("place", problem.place)
        .field("finding", problem.finding)
        .field("remedy", problem.remedy)
        .field("offer", hw::offeredName(problem.offer))
        .key("choices")
        .beginArray();
    if (problem.offer == hw::Offer::weights)
        for (const hw::Choice& one : problem.choices) json.value(one.value).value(one.text);
    json.endArray().endObject();
    hwModelRefused(id, json.text().data(), static_cast<int>(json.text().size()));
}

}  // extern "C"

int main() { return 0; }
