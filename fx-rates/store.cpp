// SPDX-License-Identifier: MIT
#include "fx-rates/store.hpp"

#include <array>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <system_error>
#include <unistd.h>

#include "core/text.hpp"
#include "files/descriptor.hpp"
#include "files/files.hpp"
#include "files/sha256.hpp"
#include "fx-rates/ecb_file.hpp"
#include "fx-rates/store_format.hpp"

namespace vpsfit::fx {
namespace {

constexpr std::string_view sqlite_magic{"SQLite format 3\0", 16};

/// Undoes what was not committed.
class Transaction {
 public:
  [[nodiscard]] static Result<Transaction> begin(const sqlite::Database& database) {
    VPSFIT_CHECK(database.run("BEGIN IMMEDIATE"));
    return Transaction(database);
  }
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction() {
    if (database_ != nullptr) (void)database_->run("ROLLBACK");
  }
  [[nodiscard]] Result<void> commit() {
    VPSFIT_CHECK(database_->run("COMMIT"));
    database_ = nullptr;
    return {};
  }

 private:
  explicit Transaction(const sqlite::Database& database) : database_(&database) {}
  const sqlite::Database* database_;
};

/// The same number has the same text: "366.90" and "366.9".
std::string_view without_idle_zeros(std::string_view figure) {
  if (figure.find('.') == std::string_view::npos) return figure;
  figure.remove_suffix(figure.size() - 1 - figure.find_last_not_of('0'));
  if (figure.ends_with('.')) figure.remove_suffix(1);
  return figure;
}

tl::unexpected<Error> changed(const Quote& quote, std::string_view stored, std::string_view file) {
  return fail(ErrorKind::refused,
              fmt::format("the store has {} {} for 1 EUR on {}, this file says {}: published rates never change "
                          "[value_changed]",
                          printable(stored, 40), quote.currency.text(), to_text(quote.day), quote.published),
              printable(file), "nothing was imported; find out which of the two is not what the ECB published");
}

tl::unexpected<Error> no_store(const std::string& place) {
  return fail(ErrorKind::unavailable, "there is no store of exchange rates", place,
              "make one: vpsfit fx import eurofxref-hist.zip (from www.ecb.europa.eu/stats/eurofxref)");
}

/// Adds the figures of one file, in the order of their days.
class FileWriter {
 public:
  [[nodiscard]] static Result<FileWriter> prepare(const sqlite::Database& database, const Import& file) {
    VPSFIT_TRY(auto file_id, database.prepare("SELECT coalesce((SELECT id FROM file WHERE sha256 = ?1), "
                                              "(SELECT coalesce(max(id), 0) + 1 FROM file))"));
    VPSFIT_CHECK(file_id.bind(1, file.sha256).step());
    VPSFIT_TRY(auto add_day, database.prepare("INSERT INTO publication VALUES(?1) ON CONFLICT DO NOTHING"));
    VPSFIT_TRY(auto add_rate, database.prepare("INSERT INTO rate VALUES(?1, ?2, ?3, ?4)"));
    VPSFIT_TRY(auto stored, database.prepare("SELECT published FROM rate WHERE currency = ?1 AND day = ?2"));
    return FileWriter(database, file, file_id.number(0), std::move(add_day), std::move(add_rate), std::move(stored));
  }

  /// True: the figure is new. Fails (refused) where another value is there.
  [[nodiscard]] Result<bool> add(const Quote& quote) {
    if (quote.day != day_) {
      day_ = quote.day;
      day_text_ = to_text(quote.day);
      VPSFIT_CHECK(add_day_.bind(1, day_text_).execute());
      day_is_new_ = database_->changes() > 0;
    }
    if (!day_is_new_) {
      VPSFIT_TRY(const bool known, stored_.bind(1, quote.currency.text()).bind(2, day_text_).step());
      const std::string before = known ? stored_.text(0) : "";
      stored_.reset();
      if (known && without_idle_zeros(before) == without_idle_zeros(quote.published)) return false;
      if (known) return changed(quote, before, file_->name);
    }
    add_rate_.bind(1, quote.currency.text()).bind(2, day_text_).bind(3, quote.published).bind(4, file_id_);
    VPSFIT_CHECK(add_rate_.execute());
    return true;
  }

  [[nodiscard]] Result<void> remember_file() const {
    VPSFIT_TRY(auto add, database_->prepare("INSERT INTO file VALUES(?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING"));
    add.bind(1, file_id_).bind(2, file_->name).bind(3, file_->sha256).bind(4, file_->quotes.dialect);
    return add.bind(5, file_->imported_at).execute();
  }

 private:
  FileWriter(const sqlite::Database& database, const Import& file, std::int64_t file_id, sqlite::Statement add_day,
             sqlite::Statement add_rate, sqlite::Statement stored)
      : database_(&database),
        file_(&file),
        file_id_(file_id),
        add_day_(std::move(add_day)),
        add_rate_(std::move(add_rate)),
        stored_(std::move(stored)) {}

  const sqlite::Database* database_;
  const Import* file_;
  std::int64_t file_id_;
  sqlite::Statement add_day_;
  sqlite::Statement add_rate_;
  sqlite::Statement stored_;
  std::optional<Date> day_;
  std::string day_text_;
  bool day_is_new_ = false;
};

/// By its first bytes. A pipe is no store, and is not touched here: what is read from it is gone.
bool looks_like_store(const std::filesystem::path& file) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown)) return false;
  const files::Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, sqlite_magic.size()> start{};
  return in && ::pread(in.get(), start.data(), start.size(), 0) == static_cast<ssize_t>(start.size()) &&
         std::string_view(start.data(), start.size()) == sqlite_magic;
}

}  // namespace

Result<Store> Store::open(const std::filesystem::path& file) {
  std::error_code unknown;
  if (!std::filesystem::exists(file, unknown) && !unknown) return no_store(printable(file.string()));
  VPSFIT_TRY(sqlite::Database database, sqlite::Database::open(file, sqlite::Mode::read));
  VPSFIT_TRY(const StoreState state, store_state(database));
  if (state == StoreState::empty) return no_store(database.place());
  return Store(std::move(database));
}

Result<Store> Store::open_or_create(const std::filesystem::path& file) {
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error)
    return fail(ErrorKind::io, "cannot make the folder: " + error.message(), printable(file.parent_path().string()));
  VPSFIT_TRY(sqlite::Database database, sqlite::Database::open(file, sqlite::Mode::create));
  VPSFIT_CHECK(store_state(database));
  return Store(std::move(database));
}

Result<Store> Store::of(const Import& import) {
  VPSFIT_TRY(sqlite::Database database, sqlite::Database::open("", sqlite::Mode::memory));
  Store store(std::move(database));
  VPSFIT_CHECK(store.import({import}));
  return store;
}

Result<std::vector<Imported>> Store::import(const std::vector<Import>& files) {
  VPSFIT_TRY(Transaction transaction, Transaction::begin(database_));
  VPSFIT_TRY(const StoreState state, store_state(database_));
  if (state == StoreState::empty) VPSFIT_CHECK(create_store(database_));
  std::vector<Imported> result;
  for (const Import& file : files) {
    VPSFIT_TRY(Imported imported, add(file));
    result.push_back(std::move(imported));
  }
  VPSFIT_CHECK(transaction.commit());
  return result;
}

Result<Imported> Store::add(const Import& file) {
  const std::vector<Quote>& rows = file.quotes.rows;
  Imported imported{file.name, rows.front().day, rows.back().day, rows.size(), 0};
  VPSFIT_TRY(FileWriter writer, FileWriter::prepare(database_, file));
  for (const Quote& quote : rows) {
    VPSFIT_TRY(const bool is_new, writer.add(quote));
    imported.new_figures += is_new ? 1 : 0;
  }
  if (imported.new_figures > 0) VPSFIT_CHECK(writer.remember_file());
  return imported;
}

Result<Store> open_rates(const std::filesystem::path& file) {
  std::error_code unknown;
  if (!std::filesystem::exists(file, unknown) && !unknown && file != "-") return no_store(printable(file.string()));
  if (looks_like_store(file)) return Store::open(file);
  VPSFIT_TRY(const std::string content, files::read_whole(file, max_quotes_bytes));
  auto quotes = parse_ecb(content);
  if (!quotes) return fail(std::move(quotes).error().in(printable(file.string())));
  return Store::of({file.filename().string(), files::sha256(content), {}, std::move(*quotes)});
}

}  // namespace vpsfit::fx
