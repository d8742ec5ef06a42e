// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <doctest/doctest.h>
#include <string>
#include <sys/stat.h>

#include "files/files.hpp"
#include "files/sha256.hpp"

using namespace vpsfit;
namespace fs = std::filesystem;

namespace {

struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "vpsfit-files-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

}  // namespace

TEST_CASE("a file is written whole and read whole") {
  const Folder folder;
  const auto file = folder.path / "a.json";
  REQUIRE(files::write_whole(file, "old").has_value());
  REQUIRE(files::write_whole(file, std::string("new\0text", 8)).has_value());
  CHECK(*files::read_whole(file) == std::string("new\0text", 8));
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator{}) == 1);  // no temporary is left
}

TEST_CASE("failing to write leaves the old file and no temporary") {
  const Folder folder;
  const auto folder_in_the_way = folder.path / "target";
  fs::create_directories(folder_in_the_way / "x");
  const auto verdict = files::write_whole(folder_in_the_way, "text");
  REQUIRE_FALSE(verdict.has_value());
  CHECK(verdict.error().kind == ErrorKind::io);
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator{}) == 1);
  CHECK_FALSE(files::write_whole(folder.path / "absent" / "file", "text").has_value());
}

TEST_CASE("links, modes, pipes and devices stay what they are") {
  const Folder folder;
  const auto file = folder.path / "real";
  const auto link = folder.path / "link";
  REQUIRE(files::write_whole(file, "old").has_value());
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real", link);
  REQUIRE(files::write_whole(link, "new").has_value());
  CHECK(fs::is_symlink(link));
  CHECK(*files::read_whole(file) == "new");
  CHECK(fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write));

  REQUIRE(files::write_whole("/dev/null", "gone").has_value());
  CHECK(fs::is_character_file("/dev/null"));
  if (fs::is_character_file("/dev/full")) {
    CHECK(files::write_whole("/dev/full", "text").error().kind == ErrorKind::io);
    CHECK(fs::is_character_file("/dev/full"));
  } else {
    MESSAGE("skipped: no /dev/full");
  }
}

TEST_CASE("a new file is as open as the process wants it") {
  const Folder folder;
  const mode_t before = ::umask(077);
  const auto written = files::write_whole(folder.path / "private", "text");
  ::umask(before);
  REQUIRE(written.has_value());
  CHECK(fs::status(folder.path / "private").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("a path through a file is an error") { CHECK_FALSE(files::write_whole("/dev/null/x", "text").has_value()); }

TEST_CASE("what cannot be read says so") {
  const Folder folder;
  CHECK(files::read_whole(folder.path / "absent").error().kind == ErrorKind::io);
  CHECK(files::read_whole(folder.path).error().kind == ErrorKind::input);
  REQUIRE(files::write_whole(folder.path / "big", std::string(1001, 'x')).has_value());
  CHECK(files::read_whole(folder.path / "big", 1001).has_value());
  CHECK(files::read_whole(folder.path / "big", 1000).error().kind == ErrorKind::input);
  CHECK(files::read_whole("/dev/zero", 100000).error().kind == ErrorKind::input);  // an endless file
}

TEST_CASE("a folder is listed sorted and by extension, a file is itself") {
  const Folder folder;
  for (const char* name : {"b.json", "a.json", "c.txt", ".json"})
    REQUIRE(files::write_whole(folder.path / name, "x").has_value());
  const auto found = files::list(folder.path, {".json"});
  REQUIRE(found.has_value());
  CHECK(*found == std::vector{folder.path / "a.json", folder.path / "b.json"});
  CHECK(*files::list(folder.path / "c.txt", {".json"}) == std::vector{folder.path / "c.txt"});
}

TEST_CASE("SHA-256 of FIPS 180-4's examples") {
  CHECK(files::sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(files::sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  files::Sha256 hash;
  for (int i = 0; i < 1'000'000; i += 1000) hash.update(std::string(1000, 'a'));
  CHECK(hash.finish() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
