// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "files/descriptor.hpp"
#include "sampler/life_signs.hpp"
#include "sampler/place.hpp"
#include "sampler/source.hpp"

namespace vpsfit::sampler {

/// Which kernel file is read how; a group reads those that it has.
struct FileKind {
  const char* name;
  void (*fast)(std::string_view, recording::Reading&);  ///< exactly one of fast and slow is set
  void (*slow)(std::string_view, recording::Detail&);
};

/// A group as held descriptors: its folders and files are opened once, so that a group that was removed and made anew
/// is never taken for the old one, and a tick costs one pread per file.
class Group : public Source {
 public:
  /// Fails: unavailable (gone, or neither CPU nor memory can be read: says why).
  /// `runtime`: whose container it is.
  [[nodiscard]] static Result<std::unique_ptr<Group>> open(const Place& place, std::shared_ptr<ReadBuffer> buffer,
                                                           Runtime runtime = Runtime::unknown);

  void read(recording::Reading& into) override;
  void read(recording::Detail& into) override;
  recording::Instant read_timed(const Clock& clock, recording::Reading& into) override;
  /// Pressure; its files are opened for the edge alone, so that no descriptors are held for it.
  void read_beside(recording::Context& into) override;
  [[nodiscard]] std::unique_ptr<PeakWatch> watch_peak() override;
  Life look() override;
  [[nodiscard]] std::vector<int> life_descriptors() const override { return signs_.descriptors(); }
  [[nodiscard]] bool tells_of_life() const override { return signs_.are_told(); }
  [[nodiscard]] Farewell farewell() const override { return signs_.farewell(); }
  [[nodiscard]] bool gone() const override { return gone_; }

  /// cgroup2, hybrid or cgroup1, by the files that were found.
  [[nodiscard]] recording::SourceKind kind() const { return kind_; }
  /// Tells this group from a later one of the same path.
  [[nodiscard]] std::uint64_t inode() const { return inode_; }
  /// "cpu" or "memory" where that figure cannot be read, with the reason; empty in health.
  [[nodiscard]] const MissingFigures& missing() const { return missing_; }

 private:
  using Folder = std::optional<std::size_t>;  ///< index into folders_; nullopt: this group has no such folder
  struct File {
    const FileKind* kind;
    std::size_t folder;  ///< index into folders_
    files::Descriptor fd;
  };

  explicit Group(std::shared_ptr<ReadBuffer> buffer) : buffer_(std::move(buffer)) {}
  Result<void> open_files(const Place& place);
  bool open_cpu(Folder v2, Folder cpuacct, Folder cpu);
  bool open_memory(Folder v2, Folder memory);
  Folder hold(const std::filesystem::path* folder);
  bool try_open(Folder folder, const FileKind& kind);
  std::string_view text_of(File& file);
  bool reopen(File& file);

  std::shared_ptr<ReadBuffer> buffer_;
  std::vector<files::Descriptor> folders_;
  Folder v2_;  ///< where pressure and memory.peak stand
  bool may_reset_peak_ = true;
  std::vector<File> fast_, slow_;
  int last_open_error_ = 0;
  recording::SourceKind kind_ = recording::SourceKind::cgroup2;
  std::uint64_t inode_ = 0;
  MissingFigures missing_;
  LifeSigns signs_;
  bool gone_ = false;
};

}  // namespace vpsfit::sampler
