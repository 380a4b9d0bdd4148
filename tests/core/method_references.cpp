// SPDX-License-Identifier: MIT
#include "core/method_references.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace hw::test {
namespace {

namespace fs = std::filesystem;

Json caseOf(const std::string& name, const std::vector<fs::path>& folders) {
    for (const fs::path& folder : folders) {
        if (fs::exists(folder / name)) return loadJson((folder / name).string());
    }
    throw std::runtime_error("no attention named " + name);
}

void addFrom(const fs::path& folder, const std::string& method, const std::vector<fs::path>& cases,
             std::vector<MethodReference>& found) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().filename().string().starts_with(method + "__"))
            files.push_back(entry.path());
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) {
        const Json reference = loadJson(file.string());
        const Json data = caseOf(reference["case"].text, cases);
        MethodReference one{file.stem().string(), reference["settings"], reference["values"], {}};
        const bool isDecoded = data.has("decoder");
        const Json& encoder = isDecoded ? data["encoder"] : data;
        one.example.tokens = encoder["tokens"].texts();
        one.example.attentions = tensorFrom(encoder["attentions"]);
        if (isDecoded) {
            Decoder decoder;
            decoder.tokens = data["decoder"]["tokens"].texts();
            decoder.attentions = tensorFrom(data["decoder"]["attentions"]);
            decoder.cross = tensorFrom(data["cross"]["attentions"]);
            one.example.decoder = std::move(decoder);
        }
        if (data.has("gradients")) one.example.gradients = tensorFrom(data["gradients"]);
        noteGradients(one.example.attentions, one.example.gradients);
        if (one.settings.has("source"))
            one.source = static_cast<int>(one.settings["source"].number);
        found.push_back(std::move(one));
    }
}

}  // namespace

std::vector<MethodReference> methodReferences(const std::string& method) {
    std::vector<MethodReference> found;
    const fs::path own = fs::path(HW_TEST_DATA) / "references";
    addFrom(own / "methods", method, {own / "methods/data", own}, found);
    const fs::path beside = HW_SHARED_DATA;
    if (beside.empty()) return found;
    const std::vector<fs::path> cases{beside / "methods/data", beside / "demos",
                                      beside / "gradients", beside / "encoder_decoder",
                                      beside / "third_party"};
    addFrom(beside / "methods", method, cases, found);
    addFrom(beside / "third_party/methods", method, cases, found);
    return found;
}

}  // namespace hw::test
