// SPDX-License-Identifier: MIT
#include "model/files/pickles.h"

#include <algorithm>
#include <string_view>

#include "core/words.h"
#include "io/tree/words.h"
#include "model/files/shards.h"

namespace hw::model {

namespace {

enum class Other : std::uint8_t { pickle, library, graph };

struct Ending {
    std::string_view text;
    Other kind;
};
constexpr Ending endings[] = {
    {".bin.index.json", Other::library},
    {".bin", Other::pickle},
    {".pt", Other::pickle},
    {".pth", Other::pickle},
    {".ckpt", Other::pickle},
    {".h5", Other::library},
    {".msgpack", Other::library},
    {".onnx", Other::graph},
};

Problem pickleProblem(const std::string& name) {
    const std::string shown = io::excerpt(name, 80);
    return {
        Code::notRecognised, shown,
        "This is a PyTorch file; its Python pickle could run any program, so it is not read."_tr,
        say("Convert it with this line of Python: {}"_tr,
            {"import torch, safetensors.torch as s; s.save_file({k: v.clone().contiguous() for k, "
             "v in "
             "torch.load(\"" +
             shown +
             "\", map_location=\"cpu\", weights_only=True).items()}, "
             "\"model.safetensors\")"}),
        std::nullopt};
}

Problem libraryProblem(const std::string& name) {
    return {
        Code::notRecognised, io::excerpt(name, 80),
        "Weights in this format aren’t supported; safetensors and GGUF are."_tr,
        say("Convert the model with this line of Python, with its folder in place of FOLDER: {}"_tr,
            {"import transformers as t; c = t.AutoConfig.from_pretrained(\"FOLDER\"); "
             "getattr(t, "
             "c.architectures[0]).from_pretrained(\"FOLDER\").save_pretrained(\"FOLDER\")"}),
        std::nullopt};
}

}  // namespace

Problem otherWeights(const std::vector<Part>& parts) {
    for (const Ending& ending : endings) {
        for (const Part& part : parts) {
            const std::string name(baseName(part.name));
            if (!name.ends_with(ending.text) || name == "training_args.bin") continue;
            const bool oneOfMany = shardName(name).number > 0;
            switch (oneOfMany ? Other::library : ending.kind) {
                case Other::pickle: return pickleProblem(name);
                case Other::library: return libraryProblem(name);
                case Other::graph:
                    return {
                        Code::notRecognised, io::excerpt(name, 80),
                        "An ONNX file no longer shows which of its operations are attention, so it "
                        "isn’t supported."_tr,
                        "Use the checkpoint it was made from: config.json, tokenizer.json and "
                        "model.safetensors."_tr,
                        std::nullopt};
            }
        }
    }
    return missingFiles({"model.safetensors"});
}

}  // namespace hw::model
