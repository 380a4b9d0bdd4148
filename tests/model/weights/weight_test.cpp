// SPDX-License-Identifier: MIT
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "core/matrix/half.h"
#include "model/random_weight.h"
#include "model/support.h"
#include "model/weights/weight.h"

using namespace hw;
using namespace hw::model;

namespace {

/// A model of one tensor "w".
ModelFiles oneTensor(const std::string& type, const std::string& shape, const std::string& data) {
    const std::string header = R"({"w":{"dtype":")" + type + R"(","shape":)" + shape +
                               R"(,"data_offsets":[0,)" + std::to_string(data.size()) + "]}}";
    auto files = readModelFiles({test::part("config.json", "{}"),
                                 test::part("model.safetensors", test::safetensors(header, data))});
    REQUIRE(files);
    return *files;
}

std::vector<float> row(const Weight& weight, int index) {
    std::vector<float> values(static_cast<std::size_t>(weight.columns()));
    weight.unpackRow(index, values.data());
    return values;
}

}  // namespace

TEST_CASE("weights are read as float32, whatever 16-bit type keeps them") {
    const std::vector<float> values{1.0F, -2.5F, 0.15625F, 6.0e-8F, -0.0F, 384.0F};
    std::vector<std::uint16_t> halves;
    std::vector<std::uint16_t> brain;
    std::vector<float> shortened;
    for (const float value : values) {
        halves.push_back(floatToHalf(value));
        brain.push_back(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16));
        shortened.push_back(bfloatToFloat(brain.back()));
    }
    const auto check = [](const ModelFiles& files, const std::vector<float>& expected) {
        const auto weight = loadWeight(files, *files.find("w"));
        REQUIRE(weight);
        CHECK(weight->rows() == 2);
        CHECK(weight->columns() == 3);
        CHECK(row(*weight, 0) == std::vector(expected.begin(), expected.begin() + 3));
        CHECK(row(*weight, 1) == std::vector(expected.begin() + 3, expected.end()));
        const auto flat = loadVector(files, *files.find("w"));
        REQUIRE(flat);
        CHECK(*flat == expected);
    };
    check(oneTensor("F32", "[2,3]", test::rawBytes(values)), values);
    std::vector<float> rounded;
    for (const std::uint16_t bits : halves) rounded.push_back(halfToFloat(bits));
    check(oneTensor("F16", "[2,3]", test::rawBytes(halves)), rounded);
    check(oneTensor("BF16", "[2,3]", test::rawBytes(brain)), shortened);
}

TEST_CASE("a range of outputs shares the bytes, stored either way") {
    const std::vector<float> values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const ModelFiles files = oneTensor("F32", "[4,3]", test::rawBytes(values));
    const auto plain = loadWeight(files, *files.find("w"));
    REQUIRE(plain);
    const Weight middle = plain->rowsFrom(1, 2);
    CHECK(middle.rows() == 2);
    CHECK(row(middle, 0) == std::vector<float>{4, 5, 6});
    CHECK(row(middle.rowsFrom(1, 1), 0) == std::vector<float>{7, 8, 9});
    const auto turned = loadWeight(files, *files.find("w"), true);  // 4 inputs, 3 outputs
    REQUIRE(turned);
    CHECK(turned->rows() == 3);
    CHECK(turned->columns() == 4);
    CHECK(row(*turned, 1) == std::vector<float>{2, 5, 8, 11});
    CHECK(row(turned->rowsFrom(1, 2).rowsFrom(1, 1), 0) == std::vector<float>{3, 6, 9, 12});
}

TEST_CASE("outputs in another order keep the type that they are stored in") {
    const std::vector<int> order{5, 0, 6, 3, 3};
    for (const bool inOut : {false, true})
        for (const TensorType type :
             {TensorType::f32, TensorType::f16, TensorType::bf16, TensorType::q4_1,
              TensorType::q8_0, TensorType::q4_k, TensorType::i8}) {
            CAPTURE(inOut, nameOf(type));
            const Weight whole = test::randomWeight(type, 256, 256, inOut).rowsFrom(2, 7);
            const auto picked = whole.picked(order);
            REQUIRE(picked);
            CHECK(picked->type() == (inOut ? TensorType::f32 : type));
            CHECK(picked->rows() == 5);
            CHECK(picked->columns() == 256);
            for (int i = 0; i < 5; ++i) CHECK(row(*picked, i) == row(whole, order[i]));
        }
}

TEST_CASE("whole numbers with a scale a row") {
    const std::string header =
        R"({"w":{"dtype":"I8","shape":[2,2],"data_offsets":[0,4]},"w.scale":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})";
    const std::string data = test::rawBytes(std::vector<std::int8_t>{1, -2, 127, -128}) +
                             test::rawBytes(std::vector<float>{0.5F, 0.25F});
    const auto files =
        readModelFiles({test::part("model/config.json", "{}"),
                        test::part("model/model.safetensors", test::safetensors(header, data))});
    REQUIRE(files);
    const auto weight = loadWeight(*files, *files->find("w"));
    REQUIRE(weight);
    CHECK(row(*weight, 0) == std::vector<float>{0.5F, -1.0F});
    CHECK(row(weight->rowsFrom(1, 1), 0) == std::vector<float>{31.75F, -32.0F});
    const auto turned = loadWeight(*files, *files->find("w"), true);
    REQUIRE(turned);
    CHECK(row(*turned, 1) == std::vector<float>{-1.0F, -32.0F});
    const ModelFiles without = oneTensor("I8", "[2,2]", "abcd");
    const auto refused = loadWeight(without, *without.find("w"));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().finding.find("w.scale") != std::string::npos);
}

TEST_CASE("what is no weight is refused by the tensor's name") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    for (const float bad : {nan, -nan, infinity, -infinity}) {
        std::vector<float> values(100, 1.0F);
        values[73] = bad;
        const ModelFiles files = oneTensor("F32", "[10,10]", test::rawBytes(values));
        const auto weight = loadWeight(files, *files.find("w"));
        REQUIRE_FALSE(weight);
        CHECK(weight.error().code == Code::badNumber);
        CHECK(weight.error().place == "w");
        CHECK_FALSE(loadVector(files, *files.find("w")));
    }
    const ModelFiles eighths = oneTensor("F8_E4M3", "[2,2]", "abcd");
    const auto refused = loadWeight(eighths, *eighths.find("w"));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().finding.find("F8_E4M3") != std::string::npos);
    const ModelFiles nothing = oneTensor("F32", "[2,0]", "");
    CHECK_FALSE(loadWeight(nothing, *nothing.find("w")));
}
