package dev.atf.store.embedded;

import dev.atf.model.resource.Resource;
import dev.atf.model.task.TaskEntity;
import dev.atf.store.embedded.database.DamagedStoreException;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.EntityRecord;
import dev.atf.store.embedded.record.Layout;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Checks a whole store for damage, even while a process has it open. */
public final class StoreCheck {
  private final Database database;
  private final Instant now;
  private final BiConsumer<TaskEntity, Resource> files;

  private StoreCheck(Database database, Instant now, BiConsumer<TaskEntity, Resource> files) {
    this.database = database;
    this.now = now;
    this.files = files;
  }

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
   * @param now time from which tasks and outputs that have expired do not count
   * @param files receives each file that a task needs, or that it has created
   * @throws DamagedStoreException if a file is missing or damaged
   * @throws dev.atf.store.StoreUnavailableException if the store is too busy for a snapshot
   * @throws UnsupportedFormatException if the store has a format that this version cannot read
   */
  public static Checked run(Path directory, Instant now, BiConsumer<TaskEntity, Resource> files) {
    try (var database = Database.openReadOnly(directory)) {
      DirectoryFormat.require(database, directory);
      return new StoreCheck(database, now, files).run();
    }
  }

  private Checked run() {
    var tables = database.verifyTables();
    long records =
        database.scan(
            Keys.FIRST,
            Keys.BEHIND_ALL,
            (key, value) -> {
              visitFiles(key, value);
              return true;
            });
    return new Checked(records, tables.files(), tables.bytes());
  }

  private void visitFiles(byte[] key, byte[] value) {
    if (key[0] == Keys.ENTITY) {
      unexpired(key, value, EntityRecord::read)
          .ifPresent(task -> task.files().resources().forEach(file -> files.accept(task, file)));
    } else if (Keys.isOutputs(key)) {
      var entity = Keys.entity(Keys.taskId(key));
      database
          .get(entity)
          .flatMap(record -> unexpired(entity, record, EntityRecord::read))
          .ifPresent(
              task ->
                  unexpired(key, value, EntityRecord::readOutputs)
                      .ifPresent(
                          made -> made.resources().forEach(file -> files.accept(task, file))));
    }
  }

  private <T> Optional<T> unexpired(byte[] key, byte[] value, Function<byte[], T> as) {
    return ReadableRecords.read(key, value, record -> Layout.isExpired(record, now))
        .filter(isExpired -> !isExpired)
        .flatMap(unexpired -> ReadableRecords.read(key, value, as));
  }
}
