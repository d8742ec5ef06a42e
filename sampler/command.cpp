// SPDX-License-Identifier: MIT
#include "sampler/command.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "core/text.hpp"
#include "sampler/descendants.hpp"

namespace vpsfit::sampler {
namespace {

/// What the child tells through the report pipe where it cannot become the command.
struct Trouble {
  enum class Step : int { group, execute } step = Step::group;
  int error = 0;
};

/// Everything that the child needs, made before it is born: between birth and exec it must not allocate.
struct Birth {
  std::vector<char*> argv;  ///< with the null at the end
  std::vector<int> doors;   ///< cgroup.procs files to enter
  int gate = -1, report = -1;
  bool silence_input = false;
  pid_t parent = 0;
};

[[noreturn]] void give_up(const Birth& birth, Trouble trouble) {
  static_cast<void>(!::write(birth.report, &trouble, sizeof trouble));
  ::_exit(127);
}

[[noreturn]] void become_command(const Birth& birth) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != birth.parent) ::_exit(127);  // it died before we asked to be told
  for (const int door : birth.doors)
    if (::write(door, "0", 1) != 1) give_up(birth, {Trouble::Step::group, errno});
  if (birth.silence_input) {
    const int null = ::open("/dev/null", O_RDONLY);
    if (null >= 0) ::dup2(null, STDIN_FILENO);
    if (null > STDIN_FILENO) ::close(null);
  }
  // Nothing said yet means: in the group and ready.
  const char ready = 'r';
  if (::write(birth.report, &ready, 1) != 1) ::_exit(127);
  char open = 0;
  while (::read(birth.gate, &open, 1) < 0 && errno == EINTR) {
  }
  if (open != 'o') ::_exit(127);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execvp(birth.argv.front(), birth.argv.data());
  give_up(birth, {Trouble::Step::execute, errno});
}

std::string reason(int error) { return std::generic_category().message(error); }

struct Pipe {
  files::Descriptor read, write;
};
Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return fail(ErrorKind::io, fmt::format("no pipe for the command: {}", reason(errno)));
  return Pipe{files::Descriptor(ends[0]), files::Descriptor(ends[1])};
}

/// Clones straight into the v2 group, so that its first instruction is counted there; -1 where the kernel cannot.
pid_t clone_into(int v2_folder) {
  clone_args args{};
  args.flags = CLONE_INTO_CGROUP;
  args.exit_signal = SIGCHLD;
  args.cgroup = static_cast<__u64>(v2_folder);
  return static_cast<pid_t>(::syscall(SYS_clone3, &args, sizeof args));
}

int exit_status(int raw) { return WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw); }

CpuTime cpu_of(const rusage& usage) {
  const auto micros = [](const timeval& t) { return std::int64_t{t.tv_sec} * 1'000'000 + t.tv_usec; };
  return CpuTime{micros(usage.ru_utime) + micros(usage.ru_stime)};
}

bool is_program(const std::string& file) {
  struct stat info {};
  return ::stat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(file.c_str(), X_OK) == 0;
}

}  // namespace

Result<std::string> find_program(const std::string& word) {
  struct stat info {};
  if (word.find('/') != std::string::npos) {
    if (is_program(word)) return word;
    const bool there = ::stat(word.c_str(), &info) == 0;
    return fail(ErrorKind::unavailable,
                fmt::format("the command '{}' {}", printable(word), there ? "is not executable" : "does not exist"), {},
                there ? "chmod +x makes a file executable" : "check the path");
  }
  const char* const path = std::getenv("PATH");
  for (const auto folder : split(path == nullptr ? "/bin:/usr/bin" : path, ':')) {
    std::string candidate = folder.empty() ? word : fmt::format("{}/{}", folder, word);
    if (!word.empty() && is_program(candidate)) return candidate;
  }
  return fail(ErrorKind::unavailable, fmt::format("the command '{}' is not found", printable(word)), {},
              "it is searched in PATH; a program elsewhere needs its path");
}

Result<std::unique_ptr<Command>> Command::prepare(const std::vector<std::string>& argv, FreshGroup* group) {
  std::unique_ptr<Command> command(new Command);  // NOLINT: the constructor is private
  VPSFIT_TRY(Pipe gate, make_pipe());
  VPSFIT_TRY(Pipe report, make_pipe());
  Birth birth;
  for (const auto& word : argv) birth.argv.push_back(const_cast<char*>(word.c_str()));  // NOLINT: execvp's signature
  birth.argv.push_back(nullptr);
  if (group != nullptr) birth.doors = group->v1_doors();
  birth.gate = gate.read.get();
  birth.report = report.write.get();
  birth.silence_input = ::isatty(STDIN_FILENO) == 1;
  birth.parent = ::getpid();
  if (group == nullptr) ::prctl(PR_SET_CHILD_SUBREAPER, 1);

  pid_t pid = group != nullptr && group->v2_folder() >= 0 ? clone_into(group->v2_folder()) : -1;
  if (pid < 0) {
    if (group != nullptr && group->v2_door() >= 0) birth.doors.push_back(group->v2_door());
    pid = ::fork();
  }
  if (pid == 0) become_command(birth);
  if (pid < 0) return fail(ErrorKind::io, fmt::format("no process for the command: {}", reason(errno)));
  command->pid_ = pid;
  command->word_ = argv.front();
  command->group_ = group;
  command->gate_ = std::move(gate.write);
  command->report_ = std::move(report.read);
  report.write.reset();
  VPSFIT_CHECK(command->await_ready());
  return command;
}

Result<void> Command::await_ready() {
  std::array<char, sizeof(Trouble)> text{};
  ssize_t got = 0;
  while ((got = ::read(report_.get(), text.data(), text.size())) < 0 && errno == EINTR) {
  }
  if (got == 1 && text.front() == 'r') return {};
  Trouble trouble;
  if (got == sizeof trouble) std::memcpy(&trouble, text.data(), sizeof trouble);
  return fail(ErrorKind::unavailable,
              fmt::format("the command's process cannot enter its group: {}", reason(trouble.error)));
}

Result<void> Command::start() {
  static_cast<void>(!::write(gate_.get(), "o", 1));
  gate_.reset();
  return report();
}

/// Waits until the pipe is closed by a successful exec, or tells why there was none.
Result<void> Command::report() {
  Trouble trouble;
  ssize_t got = 0;
  while ((got = ::read(report_.get(), &trouble, sizeof trouble)) < 0 && errno == EINTR) {
  }
  report_.reset();
  if (got != sizeof trouble) return {};
  return fail(ErrorKind::unavailable,
              fmt::format("the command '{}' cannot be started: {}", printable(word_), reason(trouble.error)), {},
              trouble.error == ENOEXEC ? "a script needs a first line like #!/bin/sh" : "");
}

bool Command::ended() {
  for (;;) {
    int raw = 0;
    rusage usage{};
    const pid_t pid = ::wait4(-1, &raw, WNOHANG, &usage);
    if (pid < 0 && errno == EINTR) continue;
    if (pid <= 0) return status_.has_value();
    reaped_ += cpu_of(usage);
    if (pid == pid_) status_ = exit_status(raw);
  }
}

void Command::terminate() {
  if (status_ || pid_ <= 0) return;
  if (::kill(-pid_, SIGTERM) != 0) ::kill(pid_, SIGTERM);
}

void Command::kill() {
  using namespace std::chrono_literals;
  if (group_ != nullptr) {
    group_->empty(5s);
    for (int attempt = 0; attempt < 200 && !ended(); ++attempt) std::this_thread::sleep_for(5ms);
    return;
  }
  for (int attempt = 0; attempt < 200; ++attempt) {
    const auto alive = descendants(list_processes("/proc"), ::getpid(), false);
    for (const auto& process : alive) ::kill(process.pid, SIGKILL);
    if (ended() && alive.empty()) return;
    std::this_thread::sleep_for(5ms);
  }
}

Command::~Command() {
  if (pid_ > 0 && !status_) kill();
}

}  // namespace vpsfit::sampler
