// SPDX-License-Identifier: MIT
// Words with times against a search of all paths, the rollout of one word against the real library, and the service's
// sounds.
#include "model/answers/alignment.h"

#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "io/json/json_parser.h"
#include "model/checkpoint.h"
#include "model/service/service.h"
#include "model/shared_models.h"
#include "model/sound/wav.h"

namespace hw::model {
namespace {

const std::string folder = HW_TEST_DATA "/model/families/whisper";

/// The small checkpoint's files, without the suppressed tokens of its class, which its vocabulary lacks.
std::vector<std::pair<std::string, std::string>> earFiles() {
    std::string config = test::readBytes(folder + "/config.json");
    const std::size_t list = config.find('[', config.find("begin_suppress_tokens"));
    config.replace(list, config.find(']', list) + 1 - list, "[]");
    return {{"config.json", config},
            {"model.safetensors", test::readBytes(folder + "/model.safetensors")}};
}

Result<Session> openEar() {
    std::vector<Part> parts;
    for (const auto& [name, bytes] : earFiles()) parts.push_back(test::part(name, bytes));
    return Session::open(parts);
}

/// A run of the small checkpoint, whose six encoder tokens are 0.12 s, with other numbers as cross-attention.
Run heardRun(const Session& session, const std::vector<int>& ids, unsigned seed) {
    auto run = session.hear(std::vector<float>(1700, 0.1F), "tone", {.written = ids});
    INFO((run ? "" : sentence(run.error())));
    REQUIRE(run);
    Output output = *run->output;
    std::mt19937 random(seed);
    for (std::vector<float>& layer : output.trace.cross)
        for (float& weight : layer) weight = 0.01F + static_cast<float>(random() % 1000) / 1000;
    run->output = std::make_shared<const Output>(std::move(output));
    return std::move(*run);
}

double sevenMedian(const std::vector<double>& row, int at) {
    std::vector<double> near;
    const int last = static_cast<int>(row.size()) - 1;
    for (int i = at - 3; i <= at + 3; ++i)
        near.push_back(row[i < 0 ? -i : i > last ? 2 * last - i : i]);
    std::ranges::sort(near);
    return near[3];
}

/// The least cost of all paths, and the column at which each row begins on it.
std::pair<double, std::vector<int>> searched(const std::vector<std::vector<double>>& cost) {
    const int rows = static_cast<int>(cost.size());
    const int columns = static_cast<int>(cost[0].size());
    double best = std::numeric_limits<double>::infinity();
    std::vector<int> starts;
    std::vector<int> now(rows, -1);
    const std::function<void(int, int, double)> walk = [&](int row, int column, double sum) {
        sum += cost[row][column];
        const int before = now[row];
        if (before < 0) now[row] = column;
        if (row == rows - 1 && column == columns - 1 && sum < best) {
            best = sum;
            starts = now;
        }
        if (column + 1 < columns) walk(row, column + 1, sum);
        if (row + 1 < rows) walk(row + 1, column, sum);
        if (row + 1 < rows && column + 1 < columns) walk(row + 1, column + 1, sum);
        now[row] = before;
    };
    walk(0, 0, 0);
    return {best, starts};
}

std::vector<std::string>& contents() {
    static std::vector<std::string> list;
    return list;
}

bool readPart(int part, std::uint64_t offset, std::span<std::byte> into) {
    const std::string& bytes = contents()[part];
    if (offset + into.size() > bytes.size()) return false;
    std::memcpy(into.data(), bytes.data() + offset, into.size());
    return true;
}

io::Tree treeOf(const std::string& json) {
    io::JsonParser parser;
    REQUIRE(parser.push(json));
    auto tree = parser.finish();
    REQUIRE(tree);
    return std::move(*tree);
}

}  // namespace

TEST_CASE("each word begins where the cheapest of all paths enters its row") {
    const auto session = openEar();
    REQUIRE(session);
    const auto heads = alignmentHeads(*session);
    CHECK(heads == std::vector{std::pair(1, 0), std::pair(1, 1)});
    for (unsigned seed = 1; seed <= 6; ++seed) {
        const Run run = heardRun(*session, {5, 6, 7, 8}, seed);
        const int rows = run.answeringTokens();
        const int heard = run.soundTokens;
        const int all = run.tokens();
        REQUIRE(rows >= 5);
        REQUIRE(heard == 6);
        const int first = rows - 4;
        std::vector<std::vector<double>> cost(4, std::vector<double>(heard));
        for (const auto& [layer, head] : heads) {
            const auto weight = [&](int row, int column) {
                const auto at = [&](int i) {
                    return double{run.output->trace.cross[layer][(head * rows + row) * all + i]};
                };
                double sum = 0;
                for (int i = 0; i < heard; ++i) sum += at(i);
                return at(column) / sum;
            };
            std::vector<std::vector<double>> scores(rows, std::vector<double>(heard));
            for (int column = 0; column < heard; ++column) {
                double mean = 0;
                double squares = 0;
                for (int row = 0; row < rows; ++row) mean += weight(row, column) / rows;
                for (int row = 0; row < rows; ++row)
                    squares += std::pow(weight(row, column) - mean, 2) / rows;
                for (int row = 0; row < rows; ++row)
                    scores[row][column] = (weight(row, column) - mean) / std::sqrt(squares);
            }
            for (int row = 0; row < 4; ++row)
                for (int column = 0; column < heard; ++column)
                    cost[row][column] -= sevenMedian(scores[first + row], column) / 2;
        }
        const auto [sum, starts] = searched(cost);
        CAPTURE(seed, sum);
        CHECK(alignedStarts(*session, run, first, rows) == starts);
        const std::vector<float> mean = alignment(*session, run);
        for (int row = 0; row < rows; ++row) {
            double total = 0;
            for (int i = 0; i < heard; ++i) total += mean[row * heard + i];
            CHECK(total == Catch::Approx(1));
        }
    }
    CHECK(alignedStarts(*session, heardRun(*session, {5}, 1), 9, 9).empty());
}

TEST_CASE("the way from a word to the sound is the library's joint rollout") {
    const std::string models = test::sharedModels();
    if (models.empty()) SKIP("shared/data is not beside the checkout");
    const auto session = Session::open(test::partsOf(models + "whisper"));
    REQUIRE(session);
    const test::Expected expected(models + "whisper");
    const auto sound = readWav(test::readBytes(models + "sounds/a.wav"));
    REQUIRE(sound);
    for (const io::NodeId node : expected.cases()) {
        const auto run = session->hear(sound->samples, "a.wav",
                                       {.written = expected.whole(node, "decoder_ids")});
        REQUIRE(run);
        CHECK(run->soundTokens == 65);  // 20,800 samples of 320
        const std::vector<float> wanted =
            expected.tensor(expected.text(node, "name") + ".joint.rollout");
        for (int row = 0; row < run->answeringTokens(); ++row) {
            const std::vector<float> own = soundRollout(*run, row);
            CHECK(test::largestDifference(
                      own, std::span(wanted).subspan(row * own.size(), own.size())) < 1e-6);
        }
    }
    CHECK(alignmentHeads(*session) ==
          std::vector{std::pair(0, 1), std::pair(1, 0), std::pair(1, 2)});
}

TEST_CASE("the service keeps a sound, runs it with a silent stretch, and answers about it") {
    contents().clear();
    std::string parts;
    for (auto& [name, bytes] : earFiles()) {
        parts += std::string(parts.empty() ? "" : ",") + R"({"name": ")" + name + R"(", "size": )" +
                 std::to_string(bytes.size()) + "}";
        contents().push_back(std::move(bytes));
    }
    service::Service service(readPart);
    const auto facts =
        service.take(R"({"call": "open", "name": "ear", "parts": [)" + parts + "]}", {});
    INFO((facts ? "" : sentence(facts.error())));
    REQUIRE(facts);
    const io::Tree about = treeOf(facts->json);
    const io::NodeId hears = about.find(0, "sound");
    REQUIRE(hears != io::none);
    CHECK(about.number(about.find(hears, "seconds")) == Catch::Approx(0.12));
    // 800 samples of a square wave at 8 kHz, 0.1 s.
    const auto little = [](std::uint32_t value, int bytes) {
        std::string text;
        for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 255);
        return text;
    };
    std::string data;
    for (int i = 0; i < 800; ++i) data += static_cast<char>(i % 20 < 10 ? 200 : 56);
    const std::string body = "WAVEfmt " + little(16, 4) + little(1, 2) + little(1, 2) +
                             little(8000, 4) + little(8000, 4) + little(1, 2) + little(8, 2) +
                             "data" + little(800, 4) + data;
    contents() = {"RIFF" + little(static_cast<std::uint32_t>(body.size()), 4) + body};
    const std::string size = std::to_string(contents()[0].size());
    const std::string keep = R"({"call": "sound", "name": "sound:1", "title": "Sound", "size": )";
    REQUIRE(service.take(keep + size + "}", {}));
    CHECK_FALSE(service.take(keep + "9999}", {}));
    CHECK_FALSE(service.take(keep + "20}", {}));
    const auto asked = [&](const std::string& recipe, const std::string& arguments) {
        return service.take(R"({"call": "ask", "recipe": {"text": "sound:1", "ids": "5,6,7")" +
                                recipe + R"(}, "question": "sound", "arguments": )" + arguments +
                                "}",
                            {});
    };
    const auto all = asked("", "{}");
    INFO((all ? "" : sentence(all.error())));
    REQUIRE(all);
    const io::Tree heard = treeOf(all->json);
    CHECK(heard.number(heard.find(0, "tokens")) == 5);
    CHECK(heard.number(heard.find(0, "frames")) == 10);
    const std::string_view picture = heard.string(heard.find(0, "picture"));
    CHECK(picture.size() == 68);  // 5 bins x 10 frames in base64
    const io::NodeId words = heard.find(0, "words");
    REQUIRE(heard.size(words) == 3);
    double before = 0;
    for (const io::NodeId word : heard.children(words)) {
        CHECK(heard.number(heard.find(word, "from")) >= before);
        CHECK(heard.number(heard.find(word, "to")) <= 0.1 + 1e-9);
        before = heard.number(heard.find(word, "from"));
    }
    const auto one = asked("", R"({"position": 2})");
    REQUIRE(one);
    const io::Tree looked = treeOf(one->json);
    double sum = looked.number(looked.find(0, "silence"));
    for (const double share : looked.doubles(looked.find(0, "rollout"))) sum += share;
    CHECK(sum == Catch::Approx(1).margin(1e-3));
    CHECK_FALSE(asked("", R"({"position": 99})"));
    const auto silent = asked(R"(, "silent": "0-4")", "{}");
    REQUIRE(silent);
    const io::Tree without = treeOf(silent->json);
    CHECK(without.string(without.find(0, "picture")) != picture);
    CHECK_FALSE(asked(R"(, "silent": "4-1")", "{}"));
    CHECK_FALSE(asked(R"(, "silent": "0-4000")", "{}"));
    CHECK_FALSE(asked(R"(, "language": "xx")", "{}"));
    CHECK_FALSE(service.take(R"({"call": "says", "recipe": {"text": "sound:2"}})", {}));
}

}  // namespace hw::model
