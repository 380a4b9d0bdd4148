// SPDX-License-Identifier: MIT
#include "model/tokenizer/classes/tokenizer_class.h"

#include <algorithm>
#include <string>

#include "core/localized_text.h"
#include "io/tree/number_format.h"

namespace hw::model {
namespace {

using Kind = ClassKind;
using Sides = SpecialTokenScheme;

constexpr TokenizerClass bertAs(std::string_view name, bool givesTypes) {
    return {name,
            Kind::wordPiece,
            Sides::clsSep,
            givesTypes,
            {"", "", "[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"}};
}
constexpr TokenizerClass robertaAs(std::string_view name) {
    return {name,
            Kind::byteLevel,
            Sides::roberta,
            false,
            {"<s>", "</s>", "<unk>", "</s>", "<pad>", "<s>", "<mask>"}};
}
constexpr TokenizerClass gpt2As(std::string_view name) {
    return {name,
            Kind::byteLevel,
            Sides::bosEos,
            false,
            {"<|endoftext|>", "<|endoftext|>", "<|endoftext|>"}};
}

constexpr TokenizerClass classes[] = {
    bertAs("BertTokenizer", true),
    bertAs("ConvBertTokenizer", true),
    bertAs("DistilBertTokenizer", false),
    bertAs("DPRContextEncoderTokenizer", true),
    bertAs("DPRQuestionEncoderTokenizer", true),
    bertAs("DPRReaderTokenizer", true),
    bertAs("ElectraTokenizer", true),
    bertAs("LayoutLMTokenizer", true),
    bertAs("LxmertTokenizer", true),
    bertAs("MobileBertTokenizer", true),
    bertAs("SqueezeBertTokenizer", true),
    {"MPNetTokenizer",
     Kind::wordPiece,
     Sides::roberta,
     false,
     {"<s>", "</s>", "[UNK]", "</s>", "<pad>", "<s>", "<mask>"}},
    robertaAs("RobertaTokenizer"),
    robertaAs("BartTokenizer"),
    robertaAs("LEDTokenizer"),
    robertaAs("LongformerTokenizer"),
    robertaAs("MvpTokenizer"),
    {"DebertaTokenizer",
     Kind::byteLevel,
     Sides::debertaV1,
     true,
     {"[CLS]", "[SEP]", "[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"}},
    gpt2As("GPT2Tokenizer"),
    gpt2As("CodeGenTokenizer"),
    {"GPTNeoXTokenizer",
     Kind::byteLevel,
     Sides::bosEos,
     false,
     {"<|endoftext|>", "<|endoftext|>", "<|endoftext|>", "", "<|padding|>"}},
    {"Qwen2Tokenizer",
     Kind::qwen2,
     Sides::bosEos,
     false,
     {"", "<|endoftext|>", "<|endoftext|>", "", "<|endoftext|>"}},
    {"CLIPTokenizer",
     Kind::clip,
     Sides::roberta,
     false,
     {"<|startoftext|>", "<|endoftext|>", "<|endoftext|>", "", "<|endoftext|>"}},
    {"LlamaTokenizer", Kind::llama, Sides::bosEos, false, {"<s>", "</s>", "<unk>"}},
    {"CodeLlamaTokenizer", Kind::llama, Sides::bosEos, false, {"<s>", "</s>", "<unk>"}},
    {"Phi3Tokenizer", Kind::llama, Sides::bosEos, false, {"<s>", "</s>", "<unk>"}},
    {"GemmaTokenizer",
     Kind::gemma,
     Sides::bosEos,
     false,
     {"<bos>", "<eos>", "<unk>", "", "<pad>", "", "<mask>"}},
    {"T5Tokenizer", Kind::t5, Sides::eos, false, {"", "</s>", "<unk>", "", "<pad>"}},
    {"SiglipTokenizer", Kind::siglip, Sides::eos, false, {"", "</s>", "<unk>", "", "</s>"}},
    {"MarianTokenizer", Kind::asFile, Sides::asFile, false, {"", "</s>", "<unk>", "", "<pad>"}},
    {"CamembertTokenizer",
     Kind::camembert,
     Sides::roberta,
     false,
     {"<s>", "</s>", "<unk>", "</s>", "<pad>", "<s>", "<mask>"}},
    {"XLMRobertaTokenizer",
     Kind::xlmRoberta,
     Sides::roberta,
     false,
     {"<s>", "</s>", "<unk>", "</s>", "<pad>", "<s>", "<mask>"}},
    {"AlbertTokenizer",
     Kind::albert,
     Sides::clsSep,
     false,
     {"[CLS]", "[SEP]", "<unk>", "[SEP]", "<pad>", "[CLS]", "[MASK]"}},
    {"EsmTokenizer",
     Kind::residues,
     Sides::roberta,
     false,
     {"", "<eos>", "<unk>", "", "<pad>", "<cls>", "<mask>"}},
    {"DebertaV2Tokenizer",
     Kind::debertaV2,
     Sides::clsSep,
     true,
     {"[CLS]", "[SEP]", "[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"}}};

/// Their Python code splits the text before the vocabulary is used: morphemes, phonemes, bytes, another language's
/// rules.
constexpr std::string_view pythonClasses[] = {"BartphoTokenizer",
                                              "BertGenerationTokenizer",
                                              "BertJapaneseTokenizer",
                                              "BertweetTokenizer",
                                              "BioGptTokenizer",
                                              "BlenderbotSmallTokenizer",
                                              "ByT5Tokenizer",
                                              "CTRLTokenizer",
                                              "CanineTokenizer",
                                              "ClvpTokenizer",
                                              "CpmAntTokenizer",
                                              "CpmTokenizer",
                                              "DiaTokenizer",
                                              "FSMTTokenizer",
                                              "FastSpeech2ConformerTokenizer",
                                              "FlaubertTokenizer",
                                              "GPTNeoXJapaneseTokenizer",
                                              "GPTSw3Tokenizer",
                                              "JumanppTokenizer",
                                              "M2M100Tokenizer",
                                              "MecabTokenizer",
                                              "MgpstrTokenizer",
                                              "MyT5Tokenizer",
                                              "PLBartTokenizer",
                                              "PerceiverTokenizer",
                                              "PhobertTokenizer",
                                              "Pop2PianoTokenizer",
                                              "ProphetNetTokenizer",
                                              "RoCBertTokenizer",
                                              "Speech2TextTokenizer",
                                              "SpeechT5Tokenizer",
                                              "TapasTokenizer",
                                              "TransfoXLTokenizer",
                                              "VitsTokenizer",
                                              "Wav2Vec2CTCTokenizer",
                                              "Wav2Vec2PhonemeCTCTokenizer",
                                              "XLMProphetNetTokenizer",
                                              "XLMTokenizer"};

/// The library's class for types of models. Without a name tokenizer.json is used unchanged.
struct ClassTypes {
    std::string_view name;
    std::string_view types;  ///< with a space before and after each
};
constexpr ClassTypes classTypes[] = {
    {"",
     " bigbird_pegasus glm glm4 gpt_bigcode granite granitemoe internlm2 "
     "minicpm3 ministral mistral mistral3 mixtral modernbert modernbert-decoder "
     "nemotron nystromformer olmo2 persimmon phi3 phimoe stablelm umt5 "
     "xlm-roberta-xl "},
    {"AlbertTokenizer", " albert yoso "},
    {"BarthezTokenizer", " barthez "},
    {"BartphoTokenizer", " bartpho "},
    {"BertGenerationTokenizer", " bert-generation "},
    {"BertJapaneseTokenizer", " bert-japanese "},
    {"BertTokenizer",
     " bert blip chinese_clip convbert distilbert electra ernie layoutlm "
     "megatron-bert nezha nomic_bert squeezebert visual_bert "},
    {"BertweetTokenizer", " bertweet "},
    {"BigBirdTokenizer", " big_bird "},
    {"BioGptTokenizer", " biogpt "},
    {"BlenderbotSmallTokenizer", " blenderbot-small "},
    {"BlenderbotTokenizer", " blenderbot "},
    {"ByT5Tokenizer", " byt5 "},
    {"CLIPTokenizer", " clip clipseg owlvit "},
    {"CTRLTokenizer", " ctrl "},
    {"CamembertTokenizer", " camembert "},
    {"CanineTokenizer", " canine "},
    {"CodeLlamaTokenizer", " code_llama "},
    {"CohereTokenizer", " cohere cohere2 "},
    {"DPRQuestionEncoderTokenizer", " dpr "},
    {"DebertaTokenizer", " deberta "},
    {"DebertaV2Tokenizer", " deberta-v2 "},
    {"EsmTokenizer", " esm "},
    {"FNetTokenizer", " fnet "},
    {"FSMTTokenizer", " fsmt "},
    {"FlaubertTokenizer", " flaubert "},
    {"FunnelTokenizer", " funnel "},
    {"GPT2Tokenizer", " codegen dbrx gpt2 gpt_neo gptj opt phi starcoder2 "},
    {"GPTNeoXJapaneseTokenizer", " gpt_neox_japanese "},
    {"GPTNeoXTokenizer", " falcon_mamba gpt_neox mamba mpt olmo olmoe rwkv "},
    {"GPTSw3Tokenizer", " gpt-sw3 "},
    {"GemmaTokenizer", " gemma gemma2 gemma3 gemma3_text gemma3n gemma3n_text "},
    {"HerbertTokenizer", " herbert "},
    {"LEDTokenizer", " led "},
    {"LukeTokenizer", " luke "},
    {"LxmertTokenizer", " lxmert "},
    {"M2M100Tokenizer", " m2m_100 "},
    {"MBartTokenizer", " mbart "},
    {"MPNetTokenizer", " mpnet "},
    {"MarianTokenizer", " marian "},
    {"MobileBertTokenizer", " mobilebert "},
    {"MvpTokenizer", " mvp "},
    {"NllbTokenizer", " nllb "},
    {"OpenAIGPTTokenizer", " openai-gpt "},
    {"PLBartTokenizer", " plbart "},
    {"PegasusTokenizer", " pegasus "},
    {"PhobertTokenizer", " phobert "},
    {"ProphetNetTokenizer", " prophetnet "},
    {"Qwen2Tokenizer", " qwen2 qwen2_moe qwen3 qwen3_moe "},
    {"ReformerTokenizer", " reformer "},
    {"RemBertTokenizer", " rembert "},
    {"RoCBertTokenizer", " roc_bert "},
    {"RoFormerTokenizer", " roformer "},
    {"RobertaTokenizer", " bart data2vec-text ibert longformer mra roberta roberta-prelayernorm "},
    {"SiglipTokenizer", " siglip "},
    {"SplinterTokenizer", " splinter "},
    {"T5Tokenizer", " mt5 switch_transformers t5 "},
    {"TapasTokenizer", " tapas "},
    {"XGLMTokenizer", " xglm "},
    {"XLMRobertaTokenizer", " gte xlm-roberta xmod "},
    {"XLMTokenizer", " xlm "},
    {"XLNetTokenizer", " xlnet "}};
/// Their tokenizer_config.json is known to name the wrong class.
constexpr std::string_view trustedTypes =
    " internlm2 minicpm3 modernbert modernbert-decoder nemotron phi3 phimoe "
    "qwen2 ";

bool names(std::string_view types, std::string_view type) {
    return types.contains(' ' + std::string(type) + ' ');
}

/// The name that AutoTokenizer chooses; empty if tokenizer.json is used unchanged.
std::string_view chosenName(const TokenizerConfig& config, bool byteLevelFile) {
    const std::string_view named = config.tokenizerClass;
    const auto* const known = std::ranges::find_if(
        classTypes, [&](const ClassTypes& row) { return names(row.types, config.modelType); });
    const bool isWrong = named == "LlamaTokenizer" && byteLevelFile;
    if (known == std::end(classTypes)) return isWrong ? "" : named;
    if (named.empty() || named == known->name || names(trustedTypes, config.modelType))
        return known->name;
    return isWrong || known->name.empty() ? "" : named;
}

}  // namespace

TokenizerClass classNamed(std::string_view name) {
    const auto* const found = std::ranges::find(classes, name, &TokenizerClass::name);
    if (found != std::end(classes)) return *found;
    TokenizerClass other{.name = name};
    if (std::ranges::find(pythonClasses, name) != std::end(pythonClasses))
        other.kind = ClassKind::python;
    return other;
}

Result<TokenizerClass> classOf(const TokenizerConfig& config, bool byteLevelFile) {
    std::string_view name = chosenName(config, byteLevelFile);
    if (name == "PreTrainedTokenizer" || name == "TokenizersBackend") name = {};
    const TokenizerClass found = classNamed(name);
    if (found.kind != ClassKind::python) return found;
    return std::unexpected(
        Problem{Code::notRecognised,
                config.tokenizerClass.empty() ? "config.json, model_type"
                                              : "tokenizer_config.json, tokenizer_class",
                formatText("Tokenizer class {} needs custom code, which isn’t supported."_tr,
                           {io::excerpt(found.name)}),
                "Use a model whose tokenizer the tokenizers library reads."_tr,
                {}});
}

}  // namespace hw::model
