// SPDX-License-Identifier: MIT
// Unreadable files are named, with the line of Python that converts them (run by tests/python/test_remedies.py).
#include <catch2/catch_test_macros.hpp>

#include "io/support.h"

namespace hw::test {
namespace {

using std::literals::string_view_literals::operator""sv;

struct Case {
    std::string_view content;
    const char* finding;
    const char* python;
};

Problem refused(std::string_view content) {
    const auto document = open(content);
    REQUIRE_FALSE(document.has_value());
    return document.error();
}

}  // namespace

TEST_CASE("Containers that are not read are named by their first bytes, with what converts them",
          "[foreign]") {
    constexpr Case cases[] = {
        {"\x89HDF\r\n\x1a\n\0\0\0\0\0\x08\x08\0"sv, "an HDF5 file", "h5py.File("},
        {"MATLAB 7.3 MAT-file, Platform: GLNXA64"sv, "a MATLAB file (7.3)", ".T for k in f"},
        {"MATLAB 5.0 MAT-file Platform: posix"sv, "a MATLAB file,", "scipy.io.loadmat("},
        {"PAR1\x15\x04\x15"sv, "a Parquet table", "pyarrow.parquet.read_table("},
        {"ARROW1\0\0\xFF\xFF\xFF\xFF"sv, "an Arrow table", "pyarrow.feather.read_table("},
        {"\xFF\xFF\xFF\xFF\x10\x01\0\0"sv, "an Arrow stream", "open_stream("},
        {"\x80\x02\x8a\nl\xfc\x9c\x46\xf9 j\xa8P\x19."sv, "a PyTorch file", "torch.load("},
        {"\x80\x03]q\0."sv, "a Python pickle", "pickle.load("},
        {"\x80\x05\x95"sv, "a Python pickle", "pickle.load("},
        {"(lp0\n"sv, "a Python pickle", "pickle.load("},
        {"\x80\x04\x95\x2d\0\0\0\0\0\0\0\x8c\x13joblib.numpy_pickle"sv, "a Python pickle",
         "joblib.load("},
        {"\xFD\x37zXZ\0"sv, "an xz file", "lzma.open("},
        {"BZh91AY"sv, "a bzip2 file", "bz2.open("},
        {"0.25,0.75\n0.5,0.5\n"sv, "a text table of numbers", "delimiter=\",\""},
        {"2.5e-01\t7.5e-01\n"sv, "a text table of numbers", "delimiter=\"\\t\""},
        {" 0.25 0.75\n"sv, "a text table of numbers", "loadtxt(\"attention.csv\"))"},
        {"0,25;0,75\n"sv, "a text table of numbers", "s.replace(\",\", \".\")"},
        {"the,keys\n0.25,0.75\n0.5,0.5\n"sv, "a labelled text table of numbers", "csv.reader("},
        {",the,keys\nthe,0.25,0.75\n"sv, "a labelled text table of numbers", "csv.reader("},
        {"tensor([[0.25, 0.75],\n"sv, "a printed PyTorch tensor", "numpy.save("},
        {"(tensor([[[[0.25, 0.75],\n"sv, "a printed PyTorch tensor", "numpy.save("},
        {"{\"attentions\": tensor([[0.25, 0.75]])}"sv, "a printed PyTorch tensor", "numpy.save("},
        {"[array([[0.25, 0.75]])]"sv, "a printed NumPy or JAX array", "numpy.save("},
        {"[[0.25 0.75]\n [0.5  0.5 ]]"sv, "a printed NumPy array", "numpy.save("},
        {"[[[0.25, 0.75, ..., 0.5]]]"sv, "a large printed NumPy or PyTorch array", "numpy.save("},
        {"{'attentions': [[[0.25, 0.75], [0.5, 0.5]]]}"sv, "a printed Python list", "ast."},
        {"([[0.25, 0.75], [0.5, 0.5]],)"sv, "a printed Python list", "ast.literal_eval("},
        {"{\"attentions\": [None, [[[0.25, 0.75]]]]}"sv, "a printed Python list", "ast."},
    };
    for (const Case& each : cases) {
        const Problem problem = refused(each.content);
        INFO(sentence(problem));
        CHECK(problem.code == Code::notRecognised);
        CHECK(problem.finding.find(each.finding) != std::string::npos);
        CHECK(problem.remedy.find(each.python) != std::string::npos);
    }
}

TEST_CASE("Zero bytes are named where they stand", "[foreign]") {
    const Problem nothing = refused(std::string(200, '\0'));
    CHECK(nothing.finding == "The file begins with a long run of zero bytes.");
    const std::string json = "[[[0.25,0.75],[0.5,0.5]]]";
    const Problem behind = refused(json + std::string(100, '\0'));
    CHECK(behind.byte == json.size());
    CHECK(behind.finding.starts_with("The file contains zero bytes"));
    CHECK(behind.remedy.find("rstrip(b\"\\0\")") != std::string::npos);
}

TEST_CASE("Numbers of JSON are not taken for a table", "[foreign]") {
    CHECK(refused("0.25").finding.find("table") == std::string::npos);
    CHECK(refused("1 2").finding.find("table") != std::string::npos);
    CHECK(open("[[[0.25,\n 0.75],\n [0.5, 0.5]]]").has_value());
    CHECK(open("[[[0.25 ,0.75],\n [0.5 , 0.5]]]").has_value());
}

TEST_CASE("A comma too many or too few in JSON is a slip, not a table", "[foreign]") {
    constexpr std::string_view slips[] = {
        "{\"tokens\": [,\"a\", \"b\"],\n0.25, 0.75}",
        "{\"tokens\": [\"a\", \"b\"] \"meta\": {},\n\"attentions\": [[[0.25, 0.75],\n[0.5, 0.5]]]}",
        "{\"tokens\": [\"a\", \"b\"], meta: 1,\n\"attentions\": [[[0.25, 0.75],\n[0.5, 0.5]]]}",
        "[[[0.25, 0.75] [0.5, 0.5],\n0.5, 0.5]]"};
    for (const std::string_view slip : slips) {
        const Problem problem = refused(slip);
        INFO(sentence(problem));
        CHECK(problem.code == Code::syntax);
        CHECK(problem.byte.has_value());
        CHECK(problem.finding.find("table") == std::string::npos);
    }
}

TEST_CASE("A header of safetensors filled up with zero bytes is read, and said", "[foreign]") {
    std::string header = R"({"attentions":{"dtype":"F32","shape":[1,1,1],"data_offsets":[0,4]}})";
    header.resize(header.size() + 5, '\0');
    std::string content(8, '\0');
    content[0] = static_cast<char>(header.size());
    const auto document = open(content + header + std::string("\0\0\x80\x3f", 4));
    REQUIRE(document.has_value());
    CHECK(document->examples[0].attentions.values == std::vector<float>{1});
    bool said = false;
    for (const Problem& warning : document->warnings)
        said = said || warning.finding.find("5 zero bytes pad the header") != std::string::npos;
    CHECK(said);
}

}  // namespace hw::test
