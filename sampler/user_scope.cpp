// SPDX-License-Identifier: MIT
#include "sampler/user_scope.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/text.hpp"
#include "files/descriptor.hpp"
#include "files/files.hpp"
#include "sampler/command.hpp"
#include "sampler/fresh_group.hpp"

namespace vpsfit::sampler {
namespace {

constexpr const char* mark = "VPSFIT_IN_SCOPE";  ///< set for the program that is started anew

/// The user's service manager listens on a socket in their runtime folder.
bool has_service_manager() {
  const char* const folder = std::getenv("XDG_RUNTIME_DIR");
  std::error_code ignored;
  return folder != nullptr && std::filesystem::exists(std::filesystem::path(folder) / "systemd" / "private", ignored);
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (auto& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

/// Does the service manager give a scope? Asked with a command that does nothing, because what comes after exec cannot
/// be taken back.
bool gives_a_scope(std::vector<std::string> words) {
  words.emplace_back("true");
  const auto argv = pointers(words);
  const pid_t pid = ::fork();
  if (pid == 0) {
    const int null = ::open("/dev/null", O_RDWR);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(null, fd);
    ::execvp(argv.front(), argv.data());
    ::_exit(127);
  }
  int status = -1;
  while (pid > 0 && ::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::vector<std::string> own_arguments() {
  std::vector<std::string> words;
  const auto text = files::read_whole("/proc/self/cmdline");
  if (!text) return words;
  for (const auto word : split(*text, '\0')) words.emplace_back(word);
  if (!words.empty()) words.pop_back();  // after the last NUL
  return words;
}

const Membership* v2_of(const std::vector<Membership>& own) {
  for (const auto& membership : own)
    if (membership.controllers.empty()) return &membership;
  return nullptr;
}

bool put(const std::filesystem::path& file, std::string_view text) {
  const files::Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return out && ::write(out.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

}  // namespace

void enter_user_scope(const CgroupTree& tree, const std::vector<Membership>& own) {
  if (std::getenv(mark) != nullptr || tree.mode != CgroupMode::unified || ::geteuid() == 0) return;
  if (!has_service_manager() || !find_program("systemd-run") || FreshGroup::make(tree, own)) return;
  std::vector<std::string> words{"systemd-run", "--user", "--scope",      "--quiet",
                                 "--collect",   "-p",     "Delegate=yes", "--"};
  if (!gives_a_scope(words)) return;
  auto arguments = own_arguments();
  if (arguments.empty()) return;
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return;
  arguments.front() = program.string();
  words.insert(words.end(), arguments.begin(), arguments.end());
  ::setenv(mark, "1", 1);
  const auto argv = pointers(words);
  ::execvp(argv.front(), argv.data());
  ::unsetenv(mark);
}

bool settle_in_user_scope(const CgroupTree& tree, const std::vector<Membership>& own) {
  if (std::getenv(mark) == nullptr) return false;
  ::unsetenv(mark);  // the command is not to know it
  const auto* const membership = v2_of(own);
  if (!tree.v2 || membership == nullptr) return false;
  const auto scope = folder_of(*tree.v2, membership->path);
  if (!scope) return false;
  const auto home = *scope / "vpsfit-sampler";
  if (::mkdir(home.c_str(), 0755) != 0 || !put(home / "cgroup.procs", "0")) return false;
  return put(*scope / "cgroup.subtree_control", "+memory");
}

}  // namespace vpsfit::sampler
