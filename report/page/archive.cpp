// SPDX-License-Identifier: MIT
#include "report/page/archive.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <set>

#include "core/text.hpp"

namespace vpsfit::report {
namespace {

struct FreeWriter {
  void operator()(archive* writer) const { archive_write_free(writer); }
};
struct FreeReader {
  void operator()(archive* reader) const { archive_read_free(reader); }
};
struct FreeEntry {
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

tl::unexpected<Error> packing_failed(archive* writer) {
  const char* const reason = archive_error_string(writer);
  return fail(ErrorKind::io, fmt::format("cannot pack the archive: {}", reason == nullptr ? "out of memory" : reason));
}

la_ssize_t append(archive* /*writer*/, void* target, const void* bytes, std::size_t size) {
  static_cast<std::string*>(target)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

Result<std::string> content_of(archive* reader, std::size_t room, const std::string& place) {
  std::string content;
  std::array<char, 65536> block{};
  for (;;) {
    const la_ssize_t got = archive_read_data(reader, block.data(), block.size());
    if (got == 0) return content;
    if (got < 0) return fail(ErrorKind::input, "the archive is damaged: a file in it cannot be unpacked", place);
    content.append(block.data(), static_cast<std::size_t>(got));
    if (content.size() > room)
      return fail(ErrorKind::input, fmt::format("the archive unpacks to more than {} bytes", most_unpacked), place);
  }
}

/// Date and time as zip has them: years since 1980, month, day; hour, minute, pairs of seconds.
std::array<unsigned char, 4> zip_time(WallTime time) {
  const date::year_month_day first{date::year{1980} / 1 / 1}, last{date::year{2107} / 12 / 31};
  const Date day = std::clamp<Date>(date::floor<date::days>(time), Date{first}, Date{last});
  const date::year_month_day parts{day};
  const auto in_day = std::chrono::duration_cast<std::chrono::seconds>(time - day).count();
  const auto seconds = static_cast<unsigned>(std::clamp<std::int64_t>(in_day, 0, 86'399));
  const unsigned of_day = seconds / 3600 << 11U | seconds / 60 % 60 << 5U | seconds % 60 / 2;
  const unsigned of_year = static_cast<unsigned>(static_cast<int>(parts.year()) - 1980) << 9U |
                           static_cast<unsigned>(parts.month()) << 5U | static_cast<unsigned>(parts.day());
  const auto byte = [](unsigned value) { return static_cast<unsigned char>(value & 0xFFU); };
  return {byte(of_day), byte(of_day >> 8U), byte(of_year), byte(of_year >> 8U)};
}

/// A little-endian number of the archive; its length was checked.
std::size_t number_at(const std::string& zip, std::size_t at, std::size_t bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes; i-- > 0;) value = value << 8U | static_cast<unsigned char>(zip.at(at + i));
  return value;
}

/// Writes the time into every header of an archive that was packed here (APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16).
Result<std::string> with_time(std::string zip, const std::array<unsigned char, 4>& time) {
  constexpr std::size_t end_record = 22;
  const auto has = [&](std::size_t at, std::string_view signature) { return zip.compare(at, 4, signature) == 0; };
  const auto unexpected = [] {
    return fail(ErrorKind::io, "cannot pack the archive: its directory is not where it should be");
  };
  if (zip.size() < end_record || !has(zip.size() - end_record, "PK\5\6")) return unexpected();
  std::size_t entry = number_at(zip, zip.size() - end_record + 16, 4);
  for (std::size_t left = number_at(zip, zip.size() - end_record + 10, 2); left > 0; --left) {
    if (entry + 46 > zip.size() || !has(entry, "PK\1\2")) return unexpected();
    const std::size_t file = number_at(zip, entry + 42, 4);
    if (file + 30 > zip.size() || !has(file, "PK\3\4")) return unexpected();
    std::copy(time.begin(), time.end(), zip.begin() + static_cast<std::ptrdiff_t>(entry + 12));
    std::copy(time.begin(), time.end(), zip.begin() + static_cast<std::ptrdiff_t>(file + 10));
    entry += 46 + number_at(zip, entry + 28, 2) + number_at(zip, entry + 30, 2) + number_at(zip, entry + 32, 2);
  }
  return zip;
}

}  // namespace

bool is_safe_path(std::string_view path) {
  if (path.empty() || path.size() > 500 || path.front() == '/' || !is_utf8(path)) return false;
  if (path.find('\\') != std::string_view::npos || printable(path, path.size()) != path) return false;
  const auto parts = split(path, '/');
  return std::none_of(parts.begin(), parts.end(),
                      [](std::string_view part) { return part.empty() || part == "." || part == ".."; });
}

Result<std::string> pack_zip(const std::vector<NamedFile>& files, WallTime time) {
  std::string packed;
  const std::unique_ptr<archive, FreeWriter> writer(archive_write_new());
  if (!writer || archive_write_set_format_zip(writer.get()) != ARCHIVE_OK ||
      archive_write_set_bytes_in_last_block(writer.get(), 1) != ARCHIVE_OK ||
      archive_write_open(writer.get(), &packed, nullptr, append, nullptr) != ARCHIVE_OK)
    return packing_failed(writer.get());
  for (const auto& file : files) {
    const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
    archive_entry_set_pathname_utf8(entry.get(), file.path.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(file.bytes.size()));
    // No time is set here: the packer would write it in the zone of the process.
    if (archive_write_header(writer.get(), entry.get()) != ARCHIVE_OK ||
        archive_write_data(writer.get(), file.bytes.data(), file.bytes.size()) !=
            static_cast<la_ssize_t>(file.bytes.size()))
      return packing_failed(writer.get());
  }
  if (archive_write_close(writer.get()) != ARCHIVE_OK) return packing_failed(writer.get());
  return with_time(std::move(packed), zip_time(time));
}

Result<std::vector<NamedFile>> unpack_zip(std::string_view zip, const std::string& place) {
  const std::unique_ptr<archive, FreeReader> reader(archive_read_new());
  if (!reader || archive_read_support_format_zip_seekable(reader.get()) != ARCHIVE_OK ||
      archive_read_open_memory(reader.get(), zip.data(), zip.size()) != ARCHIVE_OK)
    return fail(ErrorKind::input, "is not a zip archive", place);
  std::vector<NamedFile> files;
  std::set<std::string> paths;
  std::size_t room = most_unpacked;
  for (;;) {
    archive_entry* entry = nullptr;
    const int code = archive_read_next_header(reader.get(), &entry);
    if (code == ARCHIVE_EOF) return files;
    if (code != ARCHIVE_OK) return fail(ErrorKind::input, "is not a zip archive, or a damaged one", place);
    const char* const name = archive_entry_pathname_utf8(entry);
    const std::string path = name == nullptr ? "" : name;
    if (!is_safe_path(path) || archive_entry_filetype(entry) != AE_IFREG)
      return fail(ErrorKind::input,
                  fmt::format("the archive holds '{}', which may not be unpacked", printable(path, 80)), place);
    if (!paths.insert(path).second || paths.size() > most_files)
      return fail(ErrorKind::input, fmt::format("the archive holds '{}' twice, or too many files", printable(path, 80)),
                  place);
    VPSFIT_TRY(auto content, content_of(reader.get(), room, place));
    room -= content.size();
    files.push_back({path, std::move(content)});
  }
}

}  // namespace vpsfit::report
