package dev.atf.store.embedded;

import dev.atf.store.embedded.database.DamagedStoreException;
import dev.atf.store.embedded.database.Database;
import java.nio.file.Path;

/** Checks a whole store for damage, even while a process has it open. */
public final class StoreCheck {
  private StoreCheck() {}

  /**
   * Counts of a check.
   *
   * @param records number of records of all kinds
   * @param files number of table files whose checksums were checked
   * @param bytes size of these files
   */
  public record Checked(long records, long files, long bytes) {}

  /**
   * Reads all files of a store: its list of files, its logs, and every block of its tables.
   *
   * @throws DamagedStoreException if a file is missing or damaged
   * @throws dev.atf.store.StoreUnavailableException if the store is too busy for a snapshot
   * @throws UnsupportedFormatException if the store has a format that this version cannot read
   */
  public static Checked run(Path directory) {
    try (var database = Database.openReadOnly(directory)) {
      DirectoryFormat.require(database, directory);
      var tables = database.verifyTables();
      long records = database.scan(Keys.FIRST, Keys.BEHIND_ALL, (key, value) -> true);
      return new Checked(records, tables.files(), tables.bytes());
    }
  }
}
