// SPDX-License-Identifier: MIT
#include "model/train/files.h"

#include <cstdint>
#include <cstring>
#include <span>

#include "io/write/json_writer.h"

namespace hw::train {
namespace {

/// A network without an MLP has one of this width, whose numbers are 0.
constexpr int emptyInner = 1;

std::string configJson(const Shape& shape) {
    const int inner = shape.inner > 0 ? shape.inner : emptyInner;
    JsonWriter json;
    json.beginObject();
    if (shape.family == Family::gpt2) {
        json.field("model_type", "gpt2");
        json.array("architectures", std::vector{"GPT2LMHeadModel"});
        json.field("n_positions", shape.length).field("n_embd", shape.width);
        json.field("n_layer", shape.layers).field("n_head", shape.heads).field("n_inner", inner);
        json.field("activation_function", "gelu_new");
        json.field("layer_norm_epsilon", shape.epsilon);
        for (const char* key : {"attn_pdrop", "embd_pdrop", "resid_pdrop"}) json.field(key, 0);
    } else {
        json.field("model_type", "llama");
        json.array("architectures", std::vector{"LlamaForCausalLM"});
        json.field("max_position_embeddings", shape.length).field("hidden_size", shape.width);
        json.field("num_hidden_layers", shape.layers).field("num_attention_heads", shape.heads);
        json.field("num_key_value_heads", shape.heads).field("intermediate_size", inner);
        json.field("hidden_act", "silu").field("rms_norm_eps", shape.epsilon);
        json.field("rope_theta", shape.rotaryBase);
    }
    json.field("vocab_size", shape.vocabulary).field("tie_word_embeddings", shape.isTied);
    json.key("bos_token_id").null().key("eos_token_id").null();
    json.field("torch_dtype", "float32").endObject();
    return json.take();
}

/// One word for each token, with spaces between them.
std::string tokenizerJson(const std::vector<std::string>& words) {
    JsonWriter json;
    json.beginObject().field("version", "1.0");
    json.key("truncation").null().key("padding").null();
    json.key("added_tokens").beginArray().endArray();
    json.key("normalizer").null();
    json.key("pre_tokenizer").beginObject().field("type", "WhitespaceSplit").endObject();
    json.key("post_processor").null().key("decoder").null();
    json.key("model").beginObject().field("type", "WordLevel");
    json.key("vocab").beginObject();
    int id = 0;
    for (const std::string& word : words) json.field(word, id++);
    json.endObject().field("unk_token", "<unk>").endObject().endObject();
    return json.take();
}

std::string tokenizerConfigJson(int length) {
    JsonWriter json;
    json.beginObject().field("tokenizer_class", "PreTrainedTokenizerFast");
    json.field("clean_up_tokenization_spaces", false).field("model_max_length", length).endObject();
    return json.take();
}

/// A safetensors file in the making.
class Tensors {
public:
    Tensors() {
        header_.beginObject().key("__metadata__").beginObject().field("format", "pt").endObject();
    }
    void add(const Tensor& tensor, std::span<const float> values) {
        header_.key(tensor.name).beginObject().field("dtype", "F32");
        std::vector<int> sizes{tensor.rows};
        if (tensor.isMatrix()) sizes.push_back(tensor.columns);
        header_.array("shape", sizes);
        const auto bytes = std::as_bytes(values);
        const auto from = static_cast<unsigned long long>(data_.size());
        header_.array("data_offsets", std::vector{from, from + bytes.size()}).endObject();
        data_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    void addZeros(const Tensor& tensor) { add(tensor, std::vector<float>(tensor.count())); }
    std::string take() {
        std::string header = header_.endObject().take();
        header.resize((header.size() + 7) / 8 * 8, ' ');
        const std::uint64_t size = header.size();
        std::string file(sizeof size, '\0');
        std::memcpy(file.data(), &size, sizeof size);
        return file + header + data_;
    }

private:
    JsonWriter header_;
    std::string data_;
};

/// The tensors of the whole shape that the recipe's own does not have.
std::string safetensors(const Shape& shape, const Weights& weights) {
    Shape whole = shape;
    whole.hasPositions = true;
    if (whole.inner == 0) whole.inner = emptyInner;
    const std::vector<Tensor> own = tensorsOf(shape);
    Tensors file;
    auto next = own.begin();
    for (const Tensor& tensor : tensorsOf(whole)) {
        if (next == own.end() || next->name != tensor.name) {
            file.addZeros(tensor);
        } else {
            file.add(tensor, std::span(weights).subspan(next->offset, next->count()));
            ++next;
        }
    }
    return file.take();
}

}  // namespace

std::vector<NamedBytes> modelFiles(const Recipe& recipe, const Weights& weights) {
    return {{"config.json", configJson(recipe.shape)},
            {"tokenizer.json", tokenizerJson(recipe.task.words)},
            {"tokenizer_config.json", tokenizerConfigJson(recipe.shape.length)},
            {"model.safetensors", safetensors(recipe.shape, weights)}};
}

std::vector<model::Part> modelParts(const Recipe& recipe, const Weights& weights) {
    std::vector<model::Part> parts;
    for (const NamedBytes& file : modelFiles(recipe, weights)) {
        const auto bytes = std::as_bytes(std::span(file.bytes));
        parts.push_back({file.name, model::inMemory({bytes.begin(), bytes.end()})});
    }
    return parts;
}

}  // namespace hw::train
