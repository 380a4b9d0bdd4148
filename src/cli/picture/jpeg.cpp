// SPDX-License-Identifier: MIT
// Uses libjpeg(-turbo), whose errors leave by longjmp. Objects with destructors must not be alive between setjmp and
// there. Needs size_t and FILE.
#include "cli/picture/jpeg.h"

#include <jpeglib.h>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

namespace hw::cli {
namespace {

constexpr std::size_t mostPixels = 40'000'000;
/// A progressive picture has about ten. A hostile one has many, each with a pass over all of it.
constexpr int mostScans = 500;

enum class Fault { none, damaged, ends, large, scans, colours };

/// Inputs and state of libjpeg, and its results.
struct Decoder {
    jpeg_decompress_struct info{};
    jpeg_error_mgr errors{};
    jpeg_source_mgr source{};
    jpeg_progress_mgr progress{};
    std::jmp_buf back{};
    Fault fault = Fault::none;
    std::string* rgb = nullptr;
    int orientation = 1;
};

Decoder& decoderOf(j_common_ptr info) { return *static_cast<Decoder*>(info->client_data); }

[[noreturn]] void leave(j_common_ptr info, Fault fault) {
    Decoder& decoder = decoderOf(info);
    decoder.fault = fault;
    std::longjmp(decoder.back, 1);  // NOLINT(cert-err52-cpp): as libjpeg wants it
}

boolean endOfFile(j_decompress_ptr info) {
    leave(reinterpret_cast<j_common_ptr>(info), Fault::ends);
}

void skip(j_decompress_ptr info, long count) {
    if (count <= 0) return;
    if (std::cmp_greater(count, info->src->bytes_in_buffer)) endOfFile(info);
    info->src->next_input_byte += count;
    info->src->bytes_in_buffer -= static_cast<std::size_t>(count);
}

void countScans(j_common_ptr info) {
    if (info->is_decompressor != 0 &&
        reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > mostScans)
        leave(info, Fault::scans);
}

void prepare(Decoder& decoder, std::string_view bytes) {
    decoder.info.err = jpeg_std_error(&decoder.errors);
    decoder.info.client_data = &decoder;
    decoder.errors.error_exit = [](j_common_ptr info) { leave(info, Fault::damaged); };
    // Ignores warnings about damaged data, since the pixels are the same as in other programs.
    decoder.errors.output_message = [](j_common_ptr) {};
    decoder.errors.emit_message = [](j_common_ptr, int) {};
    decoder.progress.progress_monitor = countScans;
    decoder.source.next_input_byte = reinterpret_cast<const JOCTET*>(bytes.data());
    decoder.source.bytes_in_buffer = bytes.size();
    decoder.source.init_source = [](j_decompress_ptr) {};
    decoder.source.fill_input_buffer = endOfFile;
    decoder.source.skip_input_data = skip;
    decoder.source.resync_to_restart = jpeg_resync_to_restart;
    decoder.source.term_source = [](j_decompress_ptr) {};
}

/// Everything between setjmp and the last row. If false, `fault` has the reason.
bool decode(Decoder& decoder) {
    jpeg_decompress_struct& info = decoder.info;
    if (setjmp(decoder.back) != 0) return false;  // NOLINT(cert-err52-cpp): as libjpeg wants it
    jpeg_create_decompress(&info);
    info.src = &decoder.source;
    info.progress = &decoder.progress;
    constexpr unsigned longestSegment = 0xFFFF;
    jpeg_save_markers(&info, JPEG_APP0 + 1, longestSegment);
    jpeg_read_header(&info, TRUE);
    if (std::size_t{1} * info.image_width * info.image_height > mostPixels)
        leave(reinterpret_cast<j_common_ptr>(&info), Fault::large);
    if (info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK)
        leave(reinterpret_cast<j_common_ptr>(&info), Fault::colours);
    for (jpeg_saved_marker_ptr marker = info.marker_list; marker != nullptr; marker = marker->next)
        if (decoder.orientation == 1)
            decoder.orientation =
                exifOrientation({reinterpret_cast<const char*>(marker->data), marker->data_length});
    info.out_color_space = JCS_RGB;
    jpeg_start_decompress(&info);
    const std::size_t row = std::size_t{3} * info.output_width;
    decoder.rgb->resize(row * info.output_height);
    while (info.output_scanline < info.output_height) {
        auto* into = reinterpret_cast<JSAMPROW>(decoder.rgb->data() + row * info.output_scanline);
        jpeg_read_scanlines(&info, &into, 1);
    }
    return true;
}

Problem problemOf(Fault fault, std::string_view name) {
    const auto of = [&](Code code, const char* finding, const char* remedy) {
        return Problem{.code = code,
                       .place = std::string(name),
                       .finding = finding,
                       .remedy = remedy,
                       .byte = {}};
    };
    switch (fault) {
        case Fault::ends:
            return of(Code::truncated, "The picture is incomplete.",
                      "Copy or download the file again.");
        case Fault::large:
            return of(Code::tooLarge, "This picture has more than 40 million pixels.",
                      "Make it smaller.");
        case Fault::scans:
            return of(Code::notRecognised, "This JPEG has more than 500 passes.",
                      "Save it again with another program.");
        case Fault::colours:
            return of(Code::notRecognised, "This JPEG has print colours (CMYK).",
                      "Convert it to RGB.");
        default:
            return of(Code::notRecognised, "This JPEG can't be decoded.",
                      "Save it again with another program.");
    }
}

}  // namespace

bool isJpeg(std::string_view bytes) { return bytes.starts_with("\xFF\xD8\xFF"); }

Result<PicturePoints> readJpeg(std::string_view bytes, std::string_view name) {
    PicturePoints picture;
    Decoder decoder;
    decoder.rgb = &picture.rgb;
    prepare(decoder, bytes);
    const bool isRead = decode(decoder);
    picture.width = static_cast<int>(decoder.info.output_width);
    picture.height = static_cast<int>(decoder.info.output_height);
    jpeg_destroy_decompress(&decoder.info);
    if (!isRead) return std::unexpected(problemOf(decoder.fault, name));
    return upright(std::move(picture), decoder.orientation);
}

namespace {

/// A TIFF header and the values it points to, in either byte order.
class Tiff {
public:
    explicit Tiff(std::string_view bytes) : bytes_(bytes), isLittle_(bytes.starts_with("II")) {}
    bool isOne() const {
        return (isLittle_ || bytes_.starts_with("MM")) && number(2, 2) == std::uint32_t{42};
    }
    /// A number of `size` bytes, nullopt beyond the end.
    std::optional<std::uint32_t> number(std::size_t at, int size) const {
        if (at > bytes_.size() || bytes_.size() - at < static_cast<std::size_t>(size))
            return std::nullopt;
        std::uint32_t value = 0;
        for (int i = 0; i < size; ++i) {
            const int place = isLittle_ ? size - 1 - i : i;
            value = value << 8U | static_cast<unsigned char>(bytes_[at + place]);
        }
        return value;
    }

private:
    std::string_view bytes_;
    bool isLittle_;
};

}  // namespace

int exifOrientation(std::string_view segment) {
    constexpr std::string_view head("Exif\0\0", 6);
    if (!segment.starts_with(head)) return 1;
    const Tiff tiff(segment.substr(head.size()));
    if (!tiff.isOne()) return 1;
    const std::size_t directory = tiff.number(4, 4).value_or(0);
    const std::uint32_t entries = tiff.number(directory, 2).value_or(0);
    constexpr std::size_t entrySize = 12;
    constexpr std::uint32_t orientation = 0x112;
    constexpr std::uint32_t shortType = 3;
    for (std::uint32_t i = 0; i < entries; ++i) {
        const std::size_t at = directory + 2 + entrySize * i;
        const auto tag = tiff.number(at, 2);
        if (!tag) return 1;
        if (*tag != orientation || tiff.number(at + 2, 2) != shortType) continue;
        const std::uint32_t value = tiff.number(at + 8, 2).value_or(1);
        return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
    }
    return 1;
}

PicturePoints upright(PicturePoints picture, int orientation) {
    if (orientation <= 1 || orientation > 8) return picture;
    // How rows and columns of the file are shown, EXIF 2.3, 4.6.4.
    const bool isTurned = orientation >= 5;
    const bool fromRight =
        orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool fromBelow =
        orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    PicturePoints seen{picture.width, picture.height, {}};
    if (isTurned) std::swap(seen.width, seen.height);
    seen.rgb.resize(picture.rgb.size());
    for (int y = 0; y < seen.height; ++y) {
        for (int x = 0; x < seen.width; ++x) {
            int column = isTurned ? y : x;
            int row = isTurned ? x : y;
            if (fromRight) column = picture.width - 1 - column;
            if (fromBelow) row = picture.height - 1 - row;
            const std::size_t from =
                std::size_t{3} * (std::size_t{1} * row * picture.width + column);
            const std::size_t to = std::size_t{3} * (std::size_t{1} * y * seen.width + x);
            for (int c = 0; c < 3; ++c) seen.rgb[to + c] = picture.rgb[from + c];
        }
    }
    return seen;
}

}  // namespace hw::cli
