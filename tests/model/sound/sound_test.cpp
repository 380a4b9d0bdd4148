// SPDX-License-Identifier: MIT
// Whisper against the real library: features of a sound, both stacks, gradients and what it writes
// (shared/data/models/README.md). WAV files against numbers by hand.
#include <algorithm>
#include <bit>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "model/families/checkpoint_case.h"
#include "model/session/session.h"
#include "model/shared_models.h"
#include "model/sound/log_mel.h"
#include "model/sound/wav.h"

namespace hw::model {
namespace {

/// A case's run, by the decoder's input of the reference.
Run heard(const Session& session, const test::Expected& expected, io::NodeId node,
          const Sound& sound) {
    auto run =
        session.hear(sound.samples, "a.wav", {.written = expected.whole(node, "decoder_ids")});
    INFO((run ? "" : sentence(run.error())));
    REQUIRE(run);
    return std::move(*run);
}

/// The value of the case's target in the decoder's outputs.
double valueOf(const Session& session, const test::Expected& expected, io::NodeId node,
               const Run& run) {
    const Target target = targetOf(expected, node);
    return session.outputs(run, target.position)[target.index];
}

void checkRun(const Session& session, const test::Expected& expected, io::NodeId node,
              const Run& run) {
    const std::string name = expected.text(node, "name");
    INFO(name);
    close(expected, "a.encoder.attention", "encoder.attention",
          test::concatenate(run.trace.weights));
    close(expected, "a.encoder.hidden", "encoder.hidden", test::concatenate(run.trace.streams));
    const Trace& decoder = run.output->trace;
    close(expected, name + ".decoder.attention", "decoder.attention",
          test::concatenate(decoder.weights));
    close(expected, name + ".decoder.hidden", "decoder.hidden", test::concatenate(decoder.streams));
    close(expected, name + ".cross.attention", "cross.attention", test::concatenate(decoder.cross));
    const Example example = session.translated(run, nullptr, false);
    auto joint = MethodStack::begin(example, hw::Part::cross, Method::rollout, {});
    REQUIRE(joint);
    while (joint->advance()) continue;
    close(expected, name + ".joint.rollout", "joint.rollout",
          MatrixView(joint->matrices().back()).values());
    const Target target = targetOf(expected, node);
    close(expected, name + ".logits", "logits", session.outputs(run, target.position));
    const auto gradients = session.gradients(run, target);
    REQUIRE(gradients);
    if (expected.has(name + ".encoder.attention_gradient"))
        close(expected, name + ".encoder.attention_gradient", "encoder.attention_gradient",
              test::concatenate(gradients->encoder.weights));
    close(expected, name + ".encoder.stream_gradient", "encoder.stream_gradient",
          gradients->encoder.streams[0]);
    close(expected, name + ".decoder.attention_gradient", "decoder.attention_gradient",
          test::concatenate(gradients->decoder.weights), test::concatenate(decoder.weights));
    close(expected, name + ".cross.attention_gradient", "cross.attention_gradient",
          test::concatenate(gradients->decoder.cross));
}

void checkSilence(const Session& session, const test::Expected& expected, io::NodeId node,
                  const Sound& sound) {
    const io::NodeId silence = expected.json.find(node, "silence");
    const auto frames = static_cast<int>(expected.number(silence, "frames"));
    const std::vector<double> wanted =
        expected.numbers(expected.json.find(node, "blank_out"), "silence");
    REQUIRE(wanted.size() == 20);
    for (int block = 0; std::cmp_less(block, wanted.size()); ++block) {
        const auto run = session.hear(sound.samples, "",
                                      {.written = expected.whole(node, "decoder_ids"),
                                       .silent = {{block * frames, (block + 1) * frames}}});
        REQUIRE(run);
        CHECK(std::abs(valueOf(session, expected, node, *run) - wanted[block]) <=
              expected.allowed("blank_out", 8));
    }
}

Sound soundOf(const std::string& path) {
    auto sound = readWav(test::readBytes(path));
    REQUIRE(sound);
    return std::move(*sound);
}

std::string little(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 255);
    return text;
}

/// A WAV file of this format, with an odd chunk before the sound.
std::string wav(int kind, int channels, int rate, int bits, const std::string& data) {
    const std::string body = "WAVEfmt " + little(16, 4) + little(kind, 2) + little(channels, 2) +
                             little(rate, 4) +
                             little(std::uint64_t{1} * rate * channels * bits / 8, 4) +
                             little(channels * bits / 8, 2) + little(bits, 2) + "odd " +
                             little(3, 4) + "abc" + '\0' + "data" + little(data.size(), 4) + data;
    return "RIFF" + little(body.size(), 4) + body;
}

}  // namespace

TEST_CASE("Whisper gives the library's numbers and writes its tokens") {
    const std::string models = test::sharedModels();
    if (models.empty()) SKIP("shared/data is not beside the checkout");
    const auto session = Session::open(test::partsOf(models + "whisper"));
    INFO((session ? "" : sentence(session.error())));
    REQUIRE(session);
    CHECK(session->facts().hears());
    const test::Expected expected(models + "whisper");
    const SoundSpec& spec = *session->facts().spec.sound;
    const std::vector<double> filters = melFilters(spec);
    CHECK(test::largestDifference(std::vector<float>(filters.begin(), filters.end()),
                                  expected.tensor("a.mel_filters")) < 1e-8);
    const Sound sound = soundOf(models + "sounds/a.wav");
    CHECK(sound.rate == 16000);
    CHECK(test::largestDifference(logMel(sound.samples, spec), expected.tensor("a.features")) <
          1e-4);
    for (const io::NodeId node : expected.cases()) {
        const Run run = heard(*session, expected, node, sound);
        CHECK(std::abs(valueOf(*session, expected, node, run) -
                       expected.number(expected.json.find(node, "target"), "value")) <=
              expected.allowed("value", 8));
        checkRun(*session, expected, node, run);
        checkSilence(*session, expected, node, sound);
        const std::vector<int> wanted = expected.whole(expected.json.find(node, "greedy"), "ids");
        const std::string language = expected.text(node, "language");
        const std::string task = expected.text(node, "task");
        const auto written = session->hear(
            sound.samples, "a.wav",
            {.language = language, .task = task, .mostTokens = static_cast<int>(wanted.size())});
        REQUIRE(written);
        std::vector<int> ids = expected.whole(node, "prompt");
        ids.insert(ids.end(), wanted.begin(), wanted.end());
        CHECK(written->output->written == ids);
    }
    CHECK(session->soundPrompts().alignment.front() == std::pair(0, 1));
    CHECK_FALSE(session->hear(sound.samples, "", {.language = "xx"}));
    CHECK_FALSE(session->hear(sound.samples, "", {.silent = {{190, 201}}}));
    CHECK_FALSE(session->run("a text"));
}

TEST_CASE("prompts of several languages, of one, and of older files") {
    const auto readPrompts = [](const std::string& json) {
        ModelFiles files;
        files.parts = {test::part("generation_config.json", json)};
        Spec decoder;
        decoder.vocabulary = 100;
        decoder.heads = 2;
        decoder.layers.resize(3);
        return readSoundPrompts(files, decoder);
    };
    using Ids = std::vector<int>;
    const auto several = readPrompts(
        R"({"lang_to_id": {"<|de|>": 7, "<|en|>": 8}, "task_to_id": {"translate": 20, "transcribe": 21},
            "no_timestamps_token_id": 30, "alignment_heads": [[2, 1]], "forced_decoder_ids": [[1, 99]]})");
    REQUIRE(several);
    CHECK(*several->promptOf("", "") == Ids{8, 21, 30});
    CHECK(*several->promptOf("de", "translate") == Ids{7, 20, 30});
    CHECK_FALSE(several->promptOf("fr", ""));
    CHECK_FALSE(several->promptOf("", "sing"));
    CHECK(several->alignment == std::vector{std::pair(2, 1)});
    const auto english = readPrompts(R"({"no_timestamps_token_id": 30})");
    REQUIRE(english);
    CHECK(*english->promptOf("", "") == Ids{30});
    CHECK_FALSE(english->promptOf("en", ""));
    const auto older = readPrompts(R"({"forced_decoder_ids": [[1, null], [2, 21], [3, 30]]})");
    REQUIRE(older);
    CHECK(*older->promptOf("", "") == Ids{21, 30});
    for (const char* bad :
         {R"({"lang_to_id": {"en": 100}})", R"({"task_to_id": {"sing": "a"}})",
          R"({"alignment_heads": [[3, 0]]})", R"({"forced_decoder_ids": [[1, 0.5]]})", "{"})
        CHECK_FALSE(readPrompts(bad));
}

TEST_CASE("a preparation with other frames is rejected") {
    const auto check = [](const std::string& json) {
        ModelFiles files;
        files.parts = {test::part("preprocessor_config.json", json)};
        return checkSoundPreparation(files, {.samples = 480000}).has_value();
    };
    CHECK(check(R"({"chunk_length": 30, "feature_size": 80, "hop_length": 160, "n_fft": 400})"));
    CHECK(checkSoundPreparation({}, {.samples = 480000}));
    CHECK_FALSE(check(R"({"chunk_length": 15})"));
    CHECK_FALSE(check(R"({"n_fft": 512})"));
    CHECK_FALSE(check(R"({"feature_size": 128})"));
}

TEST_CASE("log-mel features of silence and of a tone, without the shared models") {
    const SoundSpec spec{.bins = 80, .samples = 16000};
    for (const float value : logMel({}, spec)) CHECK(value == Catch::Approx(-1.5));
    std::vector<float> tone(16000);
    for (std::size_t i = 0; i < tone.size(); ++i)
        tone[i] = static_cast<float>(
            std::sin(2 * std::numbers::pi * 1000 * static_cast<double>(i) / 16000));
    const std::vector<float> features = logMel(tone, spec);
    REQUIRE(features.size() == 80 * 100);
    // 1000 Hz is 15 mels of 45.24; the filter k has its peak at (k + 1) * 45.24 / 81.
    int largest = 0;
    for (int bin = 0; bin < 80; ++bin)
        if (features[bin * 100 + 50] > features[largest * 100 + 50]) largest = bin;
    CHECK(largest == 26);
}

TEST_CASE("WAV files of every kind give the same sound") {
    const std::vector<double> values{0, 0.5, -0.5, -1};
    const auto whole = [&](int bytes) {
        std::string data;
        for (const double value : values) {
            const auto number = static_cast<std::int64_t>(value * std::ldexp(1.0, 8 * bytes - 1));
            data += little(static_cast<std::uint64_t>(bytes == 1 ? number + 128 : number), bytes);
        }
        return data;
    };
    std::string singles;
    std::string doubles;
    for (const double value : values) {
        singles += little(std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4);
        doubles += little(std::bit_cast<std::uint64_t>(value), 8);
    }
    for (const std::string& file : {wav(1, 1, 8000, 8, whole(1)), wav(1, 1, 8000, 16, whole(2)),
                                    wav(1, 1, 8000, 24, whole(3)), wav(1, 1, 8000, 32, whole(4)),
                                    wav(3, 1, 8000, 32, singles), wav(3, 1, 8000, 64, doubles)}) {
        const auto sound = readWav(file);
        REQUIRE(sound);
        CHECK(sound->rate == 8000);
        REQUIRE(sound->samples.size() == 4);
        for (std::size_t i = 0; i < 4; ++i) CHECK(sound->samples[i] == values[i]);
    }
    const auto stereo = readWav(wav(1, 2, 8000, 16, whole(2)));
    REQUIRE(stereo);
    CHECK(stereo->samples == std::vector<float>{0.25F, -0.75F});
    for (const std::string& file :
         {std::string("RIFF"), wav(2, 1, 8000, 16, whole(2)), wav(1, 0, 8000, 16, whole(2)),
          wav(1, 1, 10, 16, whole(2)), wav(1, 1, 8000, 16, ""),
          wav(3, 1, 8000, 32, little(0x7F800000, 4))})
        CHECK_FALSE(readWav(file));
}

TEST_CASE("a tone at another rate stays this tone") {
    const auto tone = [](int rate, int i) {
        return static_cast<float>(std::sin(2 * std::numbers::pi * 440 * i / rate));
    };
    for (const int rate : {8000, 22050, 44100, 48000}) {
        std::vector<float> samples(rate);
        for (int i = 0; i < rate; ++i) samples[i] = tone(rate, i);
        const std::vector<float> made = resampled(samples, rate, 16000);
        REQUIRE(made.size() == 16000);
        for (int i = 1000; i < 15000; ++i) {
            if (std::abs(made[i] - tone(16000, i)) < 2e-3) continue;
            CAPTURE(rate, i);
            CHECK(made[i] == Catch::Approx(tone(16000, i)).margin(2e-3));
            break;
        }
    }
    // A tone that the lower rate cannot have is gone.
    std::vector<float> high(48000);
    for (int i = 0; i < 48000; ++i)
        high[i] = static_cast<float>(std::sin(2 * std::numbers::pi * 15000 * i / 48000));
    const std::vector<float> low = resampled(high, 48000, 16000);
    CHECK(test::largestOf(std::span(low).subspan(1000, 14000)) < 1e-2);
}

}  // namespace hw::model
