package dev.atf.store.embedded.database;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests files of a database that are not as the database has left them. */
final class DamagedFilesTest {
  /** More than a memtable: the first ones get a file of their own while later ones are written. */
  private static final int LARGE_VALUES = 40;

  private static final int LARGE_BYTES = 1 << 20;
  private static final int SMALL_VALUES = 2_000;

  @TempDir private Path directory;
  private final List<String> reasons = new ArrayList<>();

  @Test
  @Tag("D13")
  void aReadOfADamagedBlockFailsAndSaysWhatToDo() throws IOException {
    var store = directory.resolve("store");
    try (var database = open(store)) {
      write(database, 0, SMALL_VALUES, 200);
    }
    open(store).close();
    var table = latest(store, ".sst");
    flip(table, Files.size(table) / 3);

    try (var database = open(store)) {
      assertThatThrownBy(() -> requireAll(database, SMALL_VALUES))
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageContaining(store + " is damaged: ")
          .hasMessageContaining("checksum mismatch")
          .hasMessageEndingWith(". Restore a backup.");
    }

    assertThat(reasons)
        .singleElement()
        .satisfies(reason -> assertThat(reason).startsWith(store + " is damaged: "));
  }

  @Test
  @Tag("D2")
  void aListOfFilesThatEndsEarlyIsRefusedOrNothingIsMissing() throws IOException {
    var store = directory.resolve("store");
    try (var database = open(store)) {
      write(database, 0, SMALL_VALUES, 10);
    }
    var copy = directory.resolve("killed");
    try (var database = open(store)) {
      write(database, SMALL_VALUES, SMALL_VALUES + LARGE_VALUES, LARGE_BYTES);
      copy(store, copy);
    }
    var list = copy.resolve("rocksdb").resolve(Files.readString(current(copy)).strip());
    long length = Files.size(list);
    int refused = 0;
    for (long end = 0; end < length; end += 7) {
      var cut = directory.resolve("cut");
      link(copy, cut);
      var ofCut = cut.resolve("rocksdb").resolve(list.getFileName());
      Files.delete(ofCut);
      Files.write(ofCut, Arrays.copyOf(Files.readAllBytes(list), (int) end));
      try (var database = open(cut)) {
        requireAll(database, SMALL_VALUES + LARGE_VALUES);
      } catch (DamagedStoreException e) {
        assertThat(e).hasMessageEndingWith(". Restore a backup.");
        refused++;
      }
      remove(cut);
    }

    assertThat(refused).isPositive();
    try (var database = open(copy)) {
      requireAll(database, SMALL_VALUES + LARGE_VALUES);
    }
  }

  @Test
  @Tag("D2")
  void aListOfFilesWithAFlippedBitIsRefused() throws IOException {
    var store = directory.resolve("store");
    try (var database = open(store)) {
      write(database, 0, SMALL_VALUES, 10);
    }
    open(store).close();
    var list = store.resolve("rocksdb").resolve(Files.readString(current(store)).strip());
    long length = Files.size(list);
    for (long at = 0; at < length; at++) {
      var damaged = directory.resolve("damaged");
      link(store, damaged);
      flip(damaged.resolve("rocksdb").resolve(list.getFileName()), at);

      assertThatThrownBy(() -> open(damaged))
          .as("bit of byte %d of %d", at, length)
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageEndingWith(". Restore a backup.");

      remove(damaged);
    }

    try (var database = open(store)) {
      requireAll(database, SMALL_VALUES);
    }
  }

  @Test
  void anEarlierListOfFilesIsRefused() throws IOException {
    var store = directory.resolve("store");
    try (var database = open(store)) {
      write(database, 0, 10, 10);
    }
    var before = Files.readString(current(store));
    open(store).close();
    Files.writeString(current(store), before);

    assertThatThrownBy(() -> open(store))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("its file CURRENT names '" + before.strip() + "'");
  }

  @Test
  void aMarkThatIsCutOffIsRefused() throws IOException {
    var file = directory.resolve("synced");
    try (var mark = SyncedMark.open(file)) {
      mark.set(7, new Manifest(5, 400));
    }
    try (var mark = SyncedMark.open(file)) {
      assertThat(mark.atOpen()).isEqualTo(new SyncedMark.Content(7, new Manifest(5, 400)));
    }

    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 16));

    assertThatThrownBy(() -> SyncedMark.open(file))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("16 bytes instead of 40")
        .hasMessageContaining("a build before the first release wrote it");
  }

  /** A copy that was interrupted has possibly neither the mark nor the end of the log. */
  @Test
  @Tag("D2")
  void anIncompleteCopyWithoutAMarkIsRefused() throws IOException {
    var store = directory.resolve("store");
    try (var database = open(store)) {
      write(database, 0, 10, 10);
    }
    Files.delete(store.resolve("synced"));
    var log = latest(store, ".log");
    Files.write(log, Arrays.copyOf(Files.readAllBytes(log), 100));

    for (var opening :
        List.<ThrowingCallable>of(() -> open(store), () -> Database.openReadOnly(store))) {
      assertThatThrownBy(opening)
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageContaining(store + " is damaged: its file synced is missing")
          .hasMessageEndingWith(". Restore a backup.");
    }
    assertThat(store.resolve("synced")).doesNotExist();

    Files.createFile(store.resolve("synced"));
    open(store).close();
  }

  /** RocksDB does not report a log that is deleted after the list of files was read. */
  @Test
  @Tag("D8")
  void aSnapshotIsOpenedAgainIfALogWasDeletedDuringTheOpen() {
    var store = directory.resolve("store");
    try (var database = open(store)) {
      write(database, 0, 1, 10);
    }
    var opens = new AtomicInteger();

    try (var snapshot =
        Database.openReadOnly(
            store,
            () -> {
              var opened = Database.openReadOnly(store);
              if (opens.incrementAndGet() == 1) {
                moveLogToTable(store, 1);
              }
              return opened;
            })) {
      requireAll(snapshot, 2);
    }

    assertThat(opens).hasValue(2);
  }

  @Test
  @Tag("D8")
  void aStoreThatDeletesALogDuringEachOpenIsTooBusyForASnapshot() {
    var store = directory.resolve("store");
    open(store).close();
    var opens = new AtomicInteger();

    assertThatThrownBy(
            () ->
                Database.openReadOnly(
                    store,
                    () -> {
                      var opened = Database.openReadOnly(store);
                      moveLogToTable(store, opens.getAndIncrement());
                      return opened;
                    }))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageStartingWith(store + " is too busy for a snapshot");
    assertThat(opens).hasValue(Database.SNAPSHOT_OPENS_MAX);
  }

  /** The start of a store moves its log to a table, and deletes it. */
  private void moveLogToTable(Path store, int nextKey) {
    try (var database = open(store)) {
      write(database, nextKey, nextKey + 1, 10);
    }
  }

  @Test
  @Tag("D4")
  void aCloseThatCannotSyncAcknowledgesNothing() throws Exception {
    var database = open(directory.resolve("store"));
    long number = database.put("key".getBytes(UTF_8), new byte[1]);
    var mark = Database.class.getDeclaredField("mark");
    mark.setAccessible(true);
    ((SyncedMark) mark.get(database)).close();

    assertThat(catchThrowable(database::close)).isInstanceOf(StoreOutcomeUnknownException.class);

    assertThatThrownBy(() -> database.awaitDurable(number))
        .isInstanceOf(StoreOutcomeUnknownException.class);
    assertThat(reasons).isNotEmpty();
  }

  @Test
  void aCloseMakesEverythingDurable() {
    var database = open(directory.resolve("store"));
    long number = database.put("key".getBytes(UTF_8), new byte[1]);

    database.close();

    database.awaitDurable(number);
    assertThat(reasons).isEmpty();
  }

  private Database open(Path store) {
    return Database.open(store, reasons::add);
  }

  private static void write(Database database, int first, int behind, int bytes) {
    var random = new Random(first);
    for (int i = first; i < behind; i++) {
      var value = new byte[bytes];
      random.nextBytes(value);
      long number = database.put(key(i), value);
      if (i % 10 == 0 || i == behind - 1) {
        database.awaitDurable(number);
      }
    }
  }

  private static void requireAll(Database database, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(database.get(key(i))).as("key %d", i).isPresent();
    }
  }

  private static byte[] key(int number) {
    return "k%06d".formatted(number).getBytes(UTF_8);
  }

  private static Path current(Path store) {
    return store.resolve("rocksdb/CURRENT");
  }

  private static Path latest(Path store, String ending) throws IOException {
    try (var files = Files.list(store.resolve("rocksdb"))) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  private static void flip(Path path, long at) throws IOException {
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(at);
      int octet = file.read();
      file.seek(at);
      file.write(octet ^ 1);
    }
  }

  private interface Copying {
    void copy(Path from, Path to) throws IOException;
  }

  /** Copies an open database when it neither adds nor deletes a file, as a kill leaves it. */
  private static void copy(Path from, Path to) throws IOException {
    while (true) {
      try {
        var before = names(from);
        each(from, to, Files::copy);
        if (names(from).equals(before)) {
          return;
        }
      } catch (NoSuchFileException | UncheckedIOException e) {
        // It has deleted a file whose content is in a table by now.
        assertThat(e).hasStackTraceContaining("NoSuchFileException");
      }
      remove(to);
    }
  }

  private static List<Path> names(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      return files.sorted().toList();
    }
  }

  /** Copies the names of tables, which are never written to, and the contents of the others. */
  private static void link(Path from, Path to) throws IOException {
    each(
        from,
        to,
        (file, copy) -> {
          if (file.toString().endsWith(".sst")) {
            Files.createLink(copy, file);
          } else {
            Files.copy(file, copy);
          }
        });
  }

  private static void each(Path from, Path to, Copying copying) throws IOException {
    try (var files = Files.walk(from)) {
      var data = files.filter(file -> !file.startsWith(from.resolve("native")));
      for (var file : data.sorted().toList()) {
        var copy = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          copying.copy(file, copy);
        }
      }
    }
  }

  private static void remove(Path path) throws IOException {
    try (var files = Files.walk(path)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
