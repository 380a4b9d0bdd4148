// SPDX-License-Identifier: MIT
// libFuzzer's entry. The target's name comes in HW_FUZZ_TARGET. It is open (the default), json, address, messages,
// packed, archive, unpacked, written, weights, tokenizer, tokenizer_text, model, gguf, chat, service, png, svg, an
// importer's name, or a container's. `HW_FUZZ_TARGET=list` prints them all.
#include <cstdio>
#include <string>

#include "fuzz/targets.h"
#include "io/importers/importer.h"

namespace {

constexpr const char* containers[] = {"npy", "npz", "safetensors", "gzip", "script", "page"};

std::function<int(std::string_view)> targetOf(const std::string& name) {
    using namespace hw::fuzz;
    if (name == "open") return anyFile;
    if (name == "json") return json;
    if (name == "address") return address;
    if (name == "messages") return messages;
    if (name == "packed") return packed;
    if (name == "archive") return archive;
    if (name == "unpacked") return unpacked;
    if (name == "written") return written;
    if (name == "weights") return weights;
    if (name == "tokenizer") return tokenizer;
    if (name == "tokenizer_text") return tokenizerText;
    if (name == "model") return modelFolder;
    if (name == "gguf") return gguf;
    if (name == "chat") return chat;
    if (name == "service") return service;
    if (name == "png") return png;
    if (name == "svg") return svg;
    for (const hw::io::Importer& importer : hw::io::importers()) {
        if (importer.name == name)
            return [name](std::string_view bytes) { return fileOf(name, bytes); };
    }
    for (const char* each : containers) {
        if (each == name) return [name](std::string_view bytes) { return container(name, bytes); };
    }
    return {};
}

std::function<int(std::string_view)>& target() {
    static std::function<int(std::string_view)> chosen;
    return chosen;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    const char* const wanted = std::getenv("HW_FUZZ_TARGET");
    const std::string name = wanted != nullptr ? wanted : "open";
    if (name == "list") {
        for (const char* own : {"open", "json", "address", "messages", "packed", "archive",
                                "unpacked", "written", "weights", "tokenizer", "tokenizer_text",
                                "model", "gguf", "chat", "service", "png", "svg"})
            std::puts(own);
        for (const hw::io::Importer& importer : hw::io::importers())
            std::puts(std::string(importer.name).c_str());
        for (const char* each : containers) std::puts(each);
        std::exit(0);
    }
    target() = targetOf(name);
    if (!target()) {
        std::fprintf(stderr, "There is no target \"%s\".\n", name.c_str());
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return target()({reinterpret_cast<const char*>(data), size});
}
