// SPDX-License-Identifier: MIT
#include "sampler/finder.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <system_error>
#include <unistd.h>

#include "core/text.hpp"
#include "sampler/place.hpp"
#include "sampler/target.hpp"

namespace vpsfit::sampler {
namespace {

/// More changes than this at once are read in turns.
using EventBuffer = std::array<char, 65536>;

constexpr std::chrono::milliseconds between_looks{20};

void ring(const files::Descriptor& bell) {
  const std::uint64_t one = 1;
  static_cast<void>(!::write(bell.get(), &one, sizeof one));
}

}  // namespace

Finder::Finder(CgroupTree tree, Names names, Newcomers newcomers, Open open, std::chrono::milliseconds rescan,
               std::chrono::milliseconds patience)
    : tree_(std::move(tree)),
      names_(std::move(names)),
      newcomers_(std::move(newcomers)),
      open_(std::move(open)),
      rescan_(rescan),
      patience_(patience),
      inotify_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)),
      stop_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      told_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  const Hierarchy* const v1 = tree_.v1_of("memory");
  const Hierarchy* const hierarchy = v1 != nullptr ? v1 : tree_.v2 ? &*tree_.v2 : nullptr;
  if (hierarchy != nullptr) {
    top_ = hierarchy->folder;
    root_ = hierarchy->root == "/" ? "" : hierarchy->root;
  }
  thread_ = std::thread([this] { work(); });
}

Finder::~Finder() {
  ring(stop_);
  thread_.join();
}

std::vector<Subject> Finder::take() {
  std::uint64_t count = 0;
  static_cast<void>(!::read(told_.get(), &count, sizeof count));
  const std::lock_guard lock(mutex_);
  return std::exchange(arrived_, {});
}

std::vector<std::string> Finder::take_remarks() {
  const std::lock_guard lock(mutex_);
  return std::exchange(remarks_, {});
}

void Finder::tell(std::vector<Subject> subjects, std::vector<std::string> remarks) {
  if (subjects.empty() && remarks.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    std::move(subjects.begin(), subjects.end(), std::back_inserter(arrived_));
    std::move(remarks.begin(), remarks.end(), std::back_inserter(remarks_));
  }
  ring(told_);
}

void Finder::work() {
  scan();
  auto next_scan = std::chrono::steady_clock::now() + rescan_;
  for (;;) {
    std::array<pollfd, 2> waits{{{stop_.get(), POLLIN, 0}, {inotify_.get(), POLLIN, 0}}};
    auto rest = std::chrono::ceil<std::chrono::milliseconds>(next_scan - std::chrono::steady_clock::now());
    if (!awaited_.empty())
      rest = std::min(rest, between_looks);  // the kernel does not tell when a group gets its files
    ::poll(waits.data(), waits.size(), static_cast<int>(std::max<std::int64_t>(rest.count(), 0)));
    if (waits[0].revents != 0) return;
    if (waits[1].revents != 0) read_events();
    look_at_awaited();
    if (!overflowed_ && std::chrono::steady_clock::now() < next_scan) continue;
    overflowed_ = false;
    scan();
    next_scan = std::chrono::steady_clock::now() + rescan_;
  }
}

std::filesystem::path Finder::folder_of_path(const std::string& path) const {
  std::string_view relative = path;
  relative.remove_prefix(std::min(root_.size(), relative.size()));
  while (relative.starts_with('/')) relative.remove_prefix(1);
  return relative.empty() ? top_ : top_ / relative;
}

void Finder::watch(const std::string& path) {
  const int number = ::inotify_add_watch(inotify_.get(), folder_of_path(path).c_str(), IN_CREATE | IN_ONLYDIR);
  if (number >= 0) watched_[number] = path;  // else too many watches or gone: the next scan sees what is there
}

/// A folder may have got children before it was watched.
void Finder::watch_below(const std::string& path, std::vector<std::string>& found) {
  watch(path);
  found.push_back(path);
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder_of_path(path), error), end; !error && at != end;
       at.increment(error)) {
    std::error_code vanished;
    if (at->is_directory(vanished) && !at->is_symlink(vanished))
      watch_below(path + "/" + at->path().filename().string(), found);
  }
}

void Finder::scan() {
  newcomers_.forget_gone();
  auto paths = list_groups(tree_);
  watch(root_);
  for (const auto& path : paths) watch(path);
  look_at(std::move(paths));
}

void Finder::read_events() {
  alignas(inotify_event) EventBuffer buffer;
  const ssize_t got = ::read(inotify_.get(), buffer.data(), buffer.size());
  std::vector<std::string> found;
  for (std::size_t at = 0; got > 0 && at + sizeof(inotify_event) <= static_cast<std::size_t>(got);) {
    inotify_event event{};
    std::memcpy(&event, buffer.data() + at, sizeof event);
    const char* const name = buffer.data() + at + sizeof event;
    at += sizeof event + event.len;
    if ((event.mask & IN_Q_OVERFLOW) != 0) overflowed_ = true;
    const auto parent = watched_.find(event.wd);
    if (parent == watched_.end()) continue;
    if ((event.mask & IN_IGNORED) != 0) {
      watched_.erase(parent);
    } else if ((event.mask & IN_CREATE) != 0 && (event.mask & IN_ISDIR) != 0 && event.len > 0) {
      watch_below(parent->second + "/" + std::string(name, ::strnlen(name, event.len)), found);
    }
  }
  look_at(std::move(found));
}

void Finder::look_at(std::vector<std::string> paths) {
  std::erase_if(paths, [&](const std::string& path) { return !newcomers_.may_be_wanted(path); });
  if (paths.empty()) return;
  Listing listing;
  // The pod of a container stands above it and was there before its name was known.
  for (const auto& path : std::vector(paths))
    if (const std::string above = path.substr(0, path.rfind('/')); pod_at(above)) paths.push_back(above);
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  listing.known =
      names_.of(find_containers(paths), newcomers_.needs_labels() ? Names::Effort::everything : Names::Effort::files);
  listing.groups = std::move(paths);
  for (auto& match : newcomers_.of(listing)) open_or_await(std::move(match));
  auto remarks = names_.take_complaints();
  if (!unopened_.empty())
    remarks.push_back(fmt::format("{} came and went before it could be read{}", unopened_.front(),
                                  unopened_.size() > 1 ? fmt::format(", and {} more", unopened_.size() - 1) : ""));
  unopened_.clear();
  tell({}, std::move(remarks));
}

void Finder::open_or_await(Match match) {
  std::erase_if(awaited_, [&](const auto& one) { return one.first.path == match.path; });  // it was made anew
  if (!may_get_inner_group(tree_, match)) return open(match);
  awaited_.emplace_back(std::move(match), std::chrono::steady_clock::now() + patience_);
}

void Finder::look_at_awaited() {
  const auto now = std::chrono::steady_clock::now();
  std::erase_if(awaited_, [&](const auto& one) {
    if (now < one.second && may_get_inner_group(tree_, one.first)) return false;
    open(one.first);
    return true;
  });
}

void Finder::open(const Match& match) {
  auto subject = open_(match);
  if (!subject) {
    if (subject.error().kind == ErrorKind::unavailable) return unopened_.push_back(printable(match.subject, 80));
    return tell({}, {fmt::format("{}: {}", printable(match.subject, 80), subject.error().message)});
  }
  std::vector<Subject> one;
  one.push_back(*std::move(subject));
  tell(std::move(one), {});
}

}  // namespace vpsfit::sampler
