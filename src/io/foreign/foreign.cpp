// SPDX-License-Identifier: MIT
#include "io/foreign/foreign.h"

#include <algorithm>

#include "io/json/space.h"

namespace hw::io {

namespace {

using std::literals::string_view_literals::operator""sv;

constexpr std::string_view fromHdf5 =
    "import h5py, numpy; a = {}; h5py.File(\"attention.h5\").visititems(lambda k, v: "
    "a.update({k.replace(\"/\", \".\"): v[()].astype(\"S\") if v.dtype == object else v[()]}) "
    "if hasattr(v, \"dtype\") else None); numpy.savez(\"attention.npz\", **a)";
// In MATLAB files columns come first.
constexpr std::string_view fromMatlab73 =
    "import h5py, numpy; f = h5py.File(\"attention.mat\"); numpy.savez(\"attention.npz\", "
    "**{k: f[k][()].T for k in f if hasattr(f[k], \"dtype\")})";
constexpr std::string_view fromMatlab =
    "import numpy, scipy.io; numpy.savez(\"attention.npz\", **{k: v for k, v in "
    "scipy.io.loadmat(\"attention.mat\").items() if k[0] != \"_\"})";
constexpr std::string_view fromParquet =
    "import json, pyarrow.parquet; json.dump(pyarrow.parquet.read_table(\"attention.parquet\")"
    ".to_pylist(), open(\"attention.json\", \"w\"))";
constexpr std::string_view fromFeather =
    "import json, pyarrow.feather; json.dump(pyarrow.feather.read_table(\"attention.arrow\")"
    ".to_pylist(), open(\"attention.json\", \"w\"))";
constexpr std::string_view fromArrowStream =
    "import json, pyarrow; json.dump(pyarrow.ipc.open_stream(open(\"attention.arrow\", \"rb\"))"
    ".read_all().to_pylist(), open(\"attention.json\", \"w\"))";
constexpr std::string_view fromZarr =
    "import numpy, zarr; z = zarr.open(\"attention.zarr\", mode=\"r\"); "
    "numpy.savez(\"attention.npz\", **({k: v[...] for k, v in z.arrays()} if hasattr(z, "
    "\"arrays\") "
    "else {\"attentions\": z[...]}))";
constexpr std::string_view fromTorch =
    "import numpy, torch; a = torch.load(\"attention.pt\", map_location=\"cpu\"); "
    "a = a if hasattr(a, \"items\") else {\"attentions.%d\" % i: x for i, x in enumerate(a)}; "
    "numpy.savez(\"attention.npz\", **{k: numpy.asarray(x.detach().float() if "
    "hasattr(x, \"detach\") else x) for k, x in a.items()})";
constexpr std::string_view fromPickle =
    "import numpy, pickle; a = pickle.load(open(\"attention.pkl\", \"rb\")); "
    "a = a if hasattr(a, \"items\") else {\"attentions.%d\" % i: x for i, x in enumerate(a)}; "
    "numpy.savez(\"attention.npz\", **{k: numpy.asarray(x) for k, x in a.items()})";
constexpr std::string_view fromJoblib =
    "import joblib, numpy; a = joblib.load(\"attention.joblib\"); "
    "a = a if hasattr(a, \"items\") else {\"attentions.%d\" % i: x for i, x in enumerate(a)}; "
    "numpy.savez(\"attention.npz\", **{k: numpy.asarray(x) for k, x in a.items()})";
constexpr std::string_view fromXz =
    "import lzma; open(\"attention\", \"wb\").write(lzma.open(\"attention.xz\").read())";
constexpr std::string_view fromBz2 =
    "import bz2; open(\"attention\", \"wb\").write(bz2.open(\"attention.bz2\").read())";
constexpr std::string_view fromPrintedList =
    "import ast, json; json.dump(ast.literal_eval(open(\"attention.txt\").read()), "
    "open(\"attention.json\", \"w\"))";
constexpr std::string_view fromNumpyPrint = "numpy.save(\"attention.npy\", array)";
constexpr std::string_view fromTensorPrint =
    "numpy.save(\"attention.npy\", tensor.detach().float().cpu().numpy())";
constexpr std::string_view fromLabelledCsv =
    "import csv, json; r = list(csv.reader(open(\"attention.csv\"))); k = len(r[1]) - len(r) + 1; "
    "json.dump({\"tokens\": r[0][-len(r) + 1:], \"attentions\": [[[float(x) for x in row[k:]] "
    "for row in r[1:]]]}, open(\"attention.json\", \"w\"))";

std::string fromCsv(char separator) {
    std::string between = separator == '\t' ? "\\t" : std::string(1, separator);
    const std::string which = separator == ' ' ? "" : ", delimiter=\"" + between + "\"";
    const std::string lines = separator == ';'
                                  ? "(s.replace(\",\", \".\") for s in open(\"attention.csv\"))"
                                  : "\"attention.csv\"";
    return "import numpy; numpy.save(\"attention.npy\", numpy.loadtxt(" + lines + which + "))";
}

struct Signature {
    std::string_view bytes;
    LocalizedText what;
    std::string_view python;
};
constexpr LocalizedText pickle = "a Python pickle (loading it can run any program)"_tr;
constexpr LocalizedText torchFile = "a PyTorch file (loading it can run any program)"_tr;
// If one begins like another, the longer one comes first.
constexpr Signature signatures[] = {
    {"\x89HDF\r\n\x1a\n"sv, "an HDF5 file"_tr, fromHdf5},
    {"MATLAB 7.3 MAT-file"sv, "a MATLAB file (7.3)"_tr, fromMatlab73},
    {"MATLAB 5.0 MAT-file"sv, "a MATLAB file"_tr, fromMatlab},
    {"PAR1"sv, "a Parquet table"_tr, fromParquet},
    {"ARROW1\0\0"sv, "an Arrow table"_tr, fromFeather},
    {"FEA1"sv, "an Arrow table"_tr, fromFeather},
    {"\xFF\xFF\xFF\xFF"sv, "an Arrow stream"_tr, fromArrowStream},
    {"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"sv, torchFile, fromTorch},
    {"\x80\x02"sv, pickle, fromPickle},
    {"\x80\x03"sv, pickle, fromPickle},
    {"\x80\x04"sv, pickle, fromPickle},
    {"\x80\x05"sv, pickle, fromPickle},
    {"(lp0\n"sv, pickle, fromPickle},
    {"(dp0\n"sv, pickle, fromPickle},
    {"cnumpy"sv, pickle, fromPickle},
    {"\xFD\x37zXZ"sv, "an xz file"_tr, fromXz},
    {"BZh"sv, "a bzip2 file"_tr, fromBz2},
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string_view withoutSpace(std::string_view text) {
    while (!text.empty() && isSpace(text[0])) text.remove_prefix(1);
    return text;
}

/// Length of a number at the front, as any program prints it, or 0 if there is none.
std::size_t numberLength(std::string_view text) {
    for (const std::string_view word : {"nan", "-inf", "inf", "NaN"}) {
        if (text.starts_with(word)) return word.size();
    }
    std::size_t end = 0;
    bool digits = false;
    for (; end < text.size(); ++end) {
        const char c = text[end];
        digits = digits || isDigit(c);
        const bool sign =
            (c == '-' || c == '+') && (end == 0 || text[end - 1] == 'e' || text[end - 1] == 'E');
        const bool exponent = (c == 'e' || c == 'E') && digits;
        if (!isDigit(c) && c != '.' && !sign && !exponent) break;
    }
    return digits ? end : 0;
}

/// The separator of the numbers in a line that begins with one, or 0 if it is no such line. "0,5;0,3" is separated by
/// semicolons.
char separatorOf(std::string_view line) {
    const std::size_t number = numberLength(line);
    if (number == 0 || number >= line.size()) return 0;
    const std::size_t semicolon = line.substr(0, line.find('\n')).find(';');
    if (semicolon != std::string_view::npos) return ';';
    const char c = line[number];
    if (c == ',' || c == '\t') return c;
    return c == ' ' && numberLength(withoutSpace(line.substr(number))) > 0 ? ' ' : '\0';
}

/// "the,old,keeper" over a line that ends in numbers, which are labels.
bool isLabelled(std::string_view text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || std::ranges::count(text.substr(0, end), ',') < 1)
        return false;
    std::string_view second = text.substr(end + 1);
    second = second.substr(0, second.find('\n'));
    const std::size_t comma = second.find(',');
    return comma != std::string_view::npos &&
           (numberLength(second) > 0 || numberLength(second.substr(comma + 1)) > 0);
}

Problem printed(LocalizedText what, std::string_view python) {
    return {
        Code::notRecognised, "", formatText("This is {}, not JSON."_tr, {what}),
        formatText("Printed arrays lose digits and values. Save the array with `{}`."_tr, {python}),
        std::nullopt};
}

}  // namespace

Problem foreign(LocalizedText what, std::string_view python) {
    return {Code::notRecognised, "", formatText("This is {}, which isn’t supported."_tr, {what}),
            formatText("Convert it in Python: `{}`"_tr, {python}), std::nullopt};
}

std::optional<Problem> foreignFile(std::string_view head) {
    if (head.starts_with("\x80") && head.find("joblib.numpy_pickle") != std::string_view::npos)
        return foreign(pickle, fromJoblib);
    for (const Signature& each : signatures) {
        if (head.starts_with(each.bytes)) return foreign(each.what, each.python);
    }
    if (std::ranges::all_of(head, [](char c) { return c == '\0'; })) {
        return Problem{Code::notRecognised, "", "The file begins with a long run of zero bytes."_tr,
                       "Copy or download the file again."_tr, std::nullopt};
    }
    if (const char separator = separatorOf(withoutSpace(head)); separator != '\0')
        return foreign("a text table of numbers"_tr, fromCsv(separator));
    if (head.starts_with(',') || head.starts_with("\"\","))
        return foreign("a labelled text table of numbers"_tr, fromLabelledCsv);
    return foreignText(head);
}

std::optional<Problem> foreignEntry(std::string_view name) {
    if (name.ends_with("data.pkl")) return foreign(torchFile, fromTorch);
    const std::string_view last = name.substr(name.rfind('/') + 1);
    if (last == ".zarray" || last == ".zgroup" || last == "zarr.json")
        return foreign("a Zarr store"_tr, fromZarr);
    return std::nullopt;
}

std::optional<Problem> printedText(std::string_view text) {
    std::string_view inner = text;
    while (!inner.empty() && (inner[0] == '[' || inner[0] == '(' || isSpace(inner[0])))
        inner.remove_prefix(1);
    if (inner.starts_with("tensor(") || inner.starts_with("Parameter containing"))
        return printed("a printed PyTorch tensor"_tr, fromTensorPrint);
    if (inner.starts_with("array(") || inner.starts_with("Array(") ||
        inner.starts_with("DeviceArray("))
        return printed("a printed NumPy or JAX array"_tr, fromNumpyPrint);
    const std::size_t number = text.starts_with('[') ? numberLength(inner) : 0;
    if (number > 0 && number < inner.size() && isSpace(inner[number]) &&
        numberLength(withoutSpace(inner.substr(number))) > 0)
        return printed("a printed NumPy array"_tr, fromNumpyPrint);
    if (text.starts_with("..."))
        return printed("a large printed NumPy or PyTorch array"_tr, fromNumpyPrint);
    for (const std::string_view start : {"{'", "(", "['", "'", "None", "True", "False"}) {
        if (!text.starts_with(start)) continue;
        return foreign("a printed Python list, tuple or dictionary"_tr, fromPrintedList);
    }
    return std::nullopt;
}

std::optional<Problem> foreignText(std::string_view text) {
    if (auto known = printedText(text)) return known;
    if (!text.starts_with('{') && !text.starts_with('[') && isLabelled(text))
        return foreign("a labelled text table of numbers"_tr, fromLabelledCsv);
    return std::nullopt;
}

}  // namespace hw::io
