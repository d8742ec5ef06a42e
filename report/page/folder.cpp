// SPDX-License-Identifier: MIT
#include "report/page/folder.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <set>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "core/text.hpp"
#include "files/files.hpp"
#include "files/temporary_folder.hpp"
#include "report/page/check.hpp"

namespace vpsfit::report {
namespace {

namespace fs = std::filesystem;
using files::TemporaryFolder;

tl::unexpected<Error> io_failure(std::string_view what, const fs::path& place, const std::error_code& error) {
  return fail(ErrorKind::io, fmt::format("{}: {}", what, error.message()), printable(place.string()));
}

std::error_code last_error() { return {errno, std::generic_category()}; }

Result<TemporaryFolder> make_beside(const fs::path& folder) {
  std::error_code error;
  if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), error);
  if (error) return io_failure("cannot make the folder", folder.parent_path(), error);
  VPSFIT_TRY(TemporaryFolder made, TemporaryFolder::make(folder));
  if (::chmod(made.path().c_str(), 0755) != 0) return io_failure("cannot set the mode of", made.path(), last_error());
  return made;
}

/// Every regular file below the folder, relative to it.
Result<std::set<std::string>> files_below(const fs::path& folder) {
  std::set<std::string> found;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (!at->is_directory(error) || at->is_symlink(error)) found.insert(at->path().lexically_relative(folder).string());
  if (error) return io_failure("cannot list", folder, error);
  return found;
}

/// May the folder be replaced: empty, or nothing but a report?
Result<void> check_replaceable(const fs::path& folder) {
  VPSFIT_TRY(const auto present, files_below(folder));
  if (present.empty()) return {};
  std::set<std::string> ours{"SHA256SUMS"};
  if (present.contains("SHA256SUMS") && present.contains("summary.json")) {
    VPSFIT_TRY(const auto text, files::read_whole(folder / "SHA256SUMS"));
    VPSFIT_TRY(const auto lines, parse_sums(text, (folder / "SHA256SUMS").string()));
    for (const auto& line : lines) ours.insert(line.path);
  }
  for (const auto& path : present)
    if (ours.size() == 1 || !ours.contains(path))
      return fail(ErrorKind::input, fmt::format("the folder holds '{}', which no report wrote", printable(path, 80)),
                  printable(folder.string()), "give an empty or new folder");
  return {};
}

Result<void> write_all(const fs::path& folder, const std::vector<NamedFile>& files) {
  for (const auto& file : files) {
    const fs::path target = folder / file.path;
    std::error_code error;
    fs::create_directories(target.parent_path(), error);
    if (error) return io_failure("cannot make the folder", target.parent_path(), error);
    VPSFIT_CHECK(files::write_whole(target, file.bytes));
  }
  return {};
}

/// For file systems that cannot let two folders change places: there is a moment without the folder.
Result<void> replace_in_two_steps(TemporaryFolder& fresh, const fs::path& folder) {
  VPSFIT_TRY(const TemporaryFolder aside, TemporaryFolder::make(folder));
  const fs::path old = aside.path() / "old";
  if (::rename(folder.c_str(), old.c_str()) != 0) return io_failure("cannot move aside", folder, last_error());
  if (::rename(fresh.path().c_str(), folder.c_str()) == 0) return fresh.let_go(), Result<void>();
  const std::error_code failed = last_error();
  (void)::rename(old.c_str(), folder.c_str());
  return io_failure("cannot rename to", folder, failed);
}

}  // namespace

Result<void> write_folder(const fs::path& folder_as_given, const std::vector<NamedFile>& files) {
  fs::path folder = folder_as_given.lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // "site/" is "site"
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  const bool present = fs::exists(status);
  if (present && !fs::is_directory(status))
    return fail(ErrorKind::input, "is a file, a folder is wanted", printable(folder.string()));
  if (present) {
    folder = fs::canonical(folder, error);  // a link stays, what it leads to is replaced
    if (error) return io_failure("cannot resolve", folder_as_given, error);
    VPSFIT_CHECK(check_replaceable(folder));
  }
  VPSFIT_TRY(TemporaryFolder fresh, make_beside(folder));
  VPSFIT_CHECK(write_all(fresh.path(), files));
  if (!present) {
    if (::rename(fresh.path().c_str(), folder.c_str()) != 0)
      return io_failure("cannot rename to", folder, last_error());
    return fresh.let_go(), Result<void>();
  }
  // Both change places in one step; what was there leaves with the temporary folder.
  if (::renameat2(AT_FDCWD, fresh.path().c_str(), AT_FDCWD, folder.c_str(), RENAME_EXCHANGE) == 0) return {};
  if (errno != EINVAL && errno != ENOSYS) return io_failure("cannot replace", folder, last_error());
  return replace_in_two_steps(fresh, folder);
}

Result<std::vector<SumLine>> parse_sums(std::string_view text, const std::string& place) {
  std::vector<SumLine> lines;
  std::size_t number = 0;
  for (const auto line : split(text, '\n')) {
    ++number;
    if (line.empty()) continue;
    const bool well_formed =
        line.size() > 66 && line.find_first_not_of("0123456789abcdef") == 64 && line.substr(64, 2) == "  ";
    if (!well_formed || !is_safe_path(line.substr(66)))
      return fail(ErrorKind::input, fmt::format("'{}' is no line of hash and path", printable(line, 80)),
                  fmt::format("{}:{}", place, number));
    lines.push_back({std::string(line.substr(0, 64)), std::string(line.substr(66))});
  }
  return lines;
}

namespace {

/// A file that lies in the folder and that nobody vouches for.
Result<void> all_are_named(const fs::path& folder, const std::vector<NamedFile>& files) {
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code unknown;
    if (at->is_directory(unknown) && !at->is_symlink(unknown)) continue;
    const auto path = at->path().lexically_relative(folder).generic_string();
    if (find_file(files, path) == nullptr)
      return fail(ErrorKind::refused, fmt::format("'{}' is not named by SHA256SUMS", printable(path)),
                  printable(folder.string()), "it is no part of the report: move it elsewhere");
  }
  if (error) return fail(ErrorKind::io, "cannot list the folder: " + error.message(), printable(folder.string()));
  return {};
}

}  // namespace

namespace {

/// Is a file of the report, or a folder on the way to it, a link? What a link leads to is no part of what was
/// published.
bool leads_elsewhere(const fs::path& folder, const std::string& path) {
  fs::path at = folder;
  for (const auto& part : fs::path(path)) {
    std::error_code unknown;
    if (fs::is_symlink(at /= part, unknown)) return true;
  }
  return false;
}

}  // namespace

Result<std::vector<NamedFile>> read_folder(const fs::path& folder) {
  VPSFIT_TRY(auto sums, files::read_whole(folder / "SHA256SUMS"));
  VPSFIT_TRY(const auto lines, parse_sums(sums, (folder / "SHA256SUMS").string()));
  std::vector<NamedFile> files;
  files.push_back({"SHA256SUMS", std::move(sums)});
  for (const auto& line : lines) {
    if (leads_elsewhere(folder, line.path))
      return fail(ErrorKind::refused, fmt::format("'{}' is a link", printable(line.path)), printable(folder.string()),
                  "put the file itself there");
    std::error_code unknown;
    if (fs::symlink_status(folder / line.path, unknown).type() == fs::file_type::not_found) continue;
    VPSFIT_TRY(auto bytes, files::read_whole(folder / line.path));
    files.push_back({line.path, std::move(bytes)});
  }
  VPSFIT_CHECK(all_are_named(folder, files));
  return files;
}

}  // namespace vpsfit::report
