package dev.atf.store.embedded;

import static dev.atf.store.FormerData.LAMBDA;
import static dev.atf.store.FormerData.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.Alarm;
import dev.atf.model.TaskRef;
import dev.atf.model.task.Transitions;
import dev.atf.store.FormerData;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.TransitionResult;
import dev.atf.store.TriggerEntry;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.FormatRecord;
import dev.atf.store.embedded.record.NewerFormatException;
import dev.atf.store.ports.StorePorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories of an earlier format, and of a later one. */
final class FormatMigrationTest {
  private static final HexFormat HEX = HexFormat.of();

  @TempDir private Path directory;

  @Test
  void everythingInAFormerDirectoryIsReadAfterItsMigration() throws IOException {
    writeFormerDirectory(directory);

    try (var store = open(directory)) {
      requireFormerData(store.ports());
    }
    assertThat(format(directory)).contains(FormatRecord.VERSION);
  }

  @Test
  void migratedTaskLeavesItsPlaceInTheIndex() throws IOException {
    writeFormerDirectory(directory);

    try (var store = open(directory)) {
      var due = FormerData.associations().get(0);
      var list = due.header().list(Alarm.DUE);
      assertThat(store.ports().index().read(list, NOW, 9, Optional.empty()).entries())
          .containsExactly(
              new TriggerEntry(due.taskId(), NOW, 0, null, due.header().scheduledAt()));

      var released =
          store
              .ports()
              .transitions()
              .apply(Transitions.release(due.taskId(), 0, NOW, NOW, NOW.plusSeconds(30)));

      assertThat(released).isInstanceOf(TransitionResult.Applied.class);
      assertThat(store.ports().index().count(list, 9)).isZero();
    }
  }

  @Test
  void migrationThatIsKilledAfterAnyBatchContinuesThere() throws IOException {
    int batches = 0;
    boolean killed = true;
    while (killed) {
      batches++;
      var path = directory.resolve("after-" + batches);
      writeFormerDirectory(path);
      killed = !migratedBeforeItIsKilled(path, batches);

      if (killed) {
        assertThat(migratedUpTo(path)).as("after batch %s", batches).isNotEmpty();
      }
      try (var store = open(path)) {
        requireFormerData(store.ports());
      }
      assertThat(records(path)).as("after batch %s", batches).isEqualTo(records(migrated()));
    }
    assertThat(batches).isGreaterThan(5);
  }

  /** Returns whether all was migrated in fewer batches. */
  private static boolean migratedBeforeItIsKilled(Path path, int batches) {
    try (var database = Database.open(path, reason -> {})) {
      var migration =
          new FormatMigration(
              database,
              path,
              5,
              batch -> {
                if (batch == batches) {
                  throw new KilledException();
                }
              });
      migration.run();
      return true;
    } catch (KilledException e) {
      return false;
    }
  }

  private static final class KilledException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private Path migrated() throws IOException {
    var path = Files.createTempDirectory(directory, "migrated-at-once");
    writeFormerDirectory(path);
    open(path).close();
    return path;
  }

  @Test
  void formerAndCurrentRecordsMayStandSideBySide() throws IOException {
    var current = directory.resolve("current");
    writeFormerDirectory(current);
    open(current).close();
    var mixed = directory.resolve("mixed");
    writeFormerDirectory(mixed);
    try (var from = Database.openReadOnly(current);
        var to = Database.open(mixed, reason -> {})) {
      var number = new int[1];
      from.scan(
          Keys.FIRST,
          Keys.BEHIND_ALL,
          (key, value) -> {
            if (key[0] != Keys.FORMAT_KEY[0] && number[0]++ % 2 == 0) {
              to.put(key, value);
            }
            return true;
          });
    }

    try (var store = open(mixed)) {
      requireFormerData(store.ports());
    }
    assertThat(records(mixed)).isEqualTo(records(current));
  }

  @Test
  void unreadableRecordStaysAsItIs() throws IOException {
    writeFormerDirectory(directory);
    var key = Keys.association(FormerData.id(1));
    byte[] cut = {0, 0, 0, 0, 0, 0, 0, 1, 1, 9};
    try (var database = Database.open(directory, reason -> {})) {
      database.put(key, cut);
    }

    try (var store = open(directory)) {
      var other = FormerData.associations().get(1);
      assertThat(store.ports().associations().find(other.taskId())).contains(other);
      assertThatThrownBy(() -> store.ports().associations().find(FormerData.id(1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    try (var database = Database.openReadOnly(directory)) {
      assertThat(database.get(key)).hasValueSatisfying(it -> assertThat(it).isEqualTo(cut));
    }
  }

  @Test
  void newDirectoryHasTheFormatOfThisVersion() {
    open(directory).close();

    assertThat(format(directory)).contains(FormatRecord.VERSION);
  }

  @Test
  void directoryOfALaterVersionIsRefusedAndNotChanged() {
    open(directory).close();
    makeNewer(directory);
    var before = records(directory);

    assertThatThrownBy(() -> open(directory))
        .isInstanceOf(NewerFormatException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("format 3")
        .hasMessageContaining("up to 2")
        .hasMessageContaining("Start the version that wrote it");

    assertThat(records(directory)).isEqualTo(before);
  }

  @Test
  void copyOfAFormerStoreIsMigrated() throws IOException {
    var store = directory.resolve("store");
    writeFormerDirectory(store);
    var backup = directory.resolve("backup");
    var restored = directory.resolve("restored");

    var copied = StoreCopy.backup(store, backup, records -> {});
    StoreCopy.restore(backup, restored, NOW, records -> {});

    assertThat(copied.tasks()).isEqualTo(FormerData.associations().size());
    assertThat(format(backup)).contains(FormatRecord.VERSION);
    assertThat(records(backup)).as("without lists").isEqualTo(withoutLists(records(migrated())));
    assertThat(format(store)).isEmpty();
    try (var opened = open(restored)) {
      requirePlansAndRegistries(opened.ports());
      assertThat(opened.ports().associations().find(FormerData.id(9)))
          .contains(FormerData.associations().get(8));
    }
  }

  @Test
  void backupOfFormerFormatIsRestored() throws IOException {
    var backup = directory.resolve("backup");
    writeFormerDirectory(backup);
    var restored = directory.resolve("restored");

    StoreCopy.restore(backup, restored, NOW, records -> {});

    assertThat(format(restored)).contains(FormatRecord.VERSION);
    try (var opened = open(restored)) {
      requirePlansAndRegistries(opened.ports());
    }
  }

  @Test
  void backupsOfALaterVersionAreRefused() {
    var store = directory.resolve("store");
    open(store).close();
    makeNewer(store);

    assertThatThrownBy(() -> StoreCopy.backup(store, directory.resolve("backup"), records -> {}))
        .isInstanceOf(NewerFormatException.class);
    assertThatThrownBy(
            () -> StoreCopy.restore(store, directory.resolve("restored"), NOW, records -> {}))
        .isInstanceOf(NewerFormatException.class);
  }

  private static void makeNewer(Path path) {
    try (var database = Database.open(path, reason -> {})) {
      database.put(
          Keys.FORMAT_KEY, new FormatRecord(FormatRecord.VERSION + 1, new byte[0]).toBytes());
    }
  }

  private static void requireFormerData(StorePorts ports) {
    for (var task : FormerData.associations()) {
      assertThat(ports.associations().find(task.taskId())).contains(task);
    }
    requirePlansAndRegistries(ports);
  }

  private static void requirePlansAndRegistries(StorePorts ports) {
    for (var entity : FormerData.entities()) {
      assertThat(ports.entities().findEntity(entity.taskId())).contains(entity);
    }
    assertThat(ports.entities().findResult(FormerData.id(6), 1)).contains(FormerData.result());
    assertThat(ports.lambdas().list()).containsExactlyInAnyOrderElementsOf(FormerData.lambdas());
    assertThat(ports.lambdas().deleted()).containsExactly(FormerData.deletedLambda());
    assertThat(ports.gates().read().of(LAMBDA))
        .containsExactlyInAnyOrderElementsOf(FormerData.gates());
    var attempt = FormerData.permitted();
    assertThat(ports.permits().held(Scope.of(LAMBDA)))
        .containsExactly(
            new Permit(new TaskRef(attempt.taskId(), attempt.epoch()), attempt.claimId(), NOW, 1));
    for (var plan : FormerData.plans()) {
      assertThat(ports.plans().find(plan.id())).contains(plan);
    }
    for (var part : FormerData.parts()) {
      assertThat(ports.plans().parts(part.plan(), part.name(), 1)).containsExactly(part);
    }
  }

  private static EmbeddedStore open(Path path) {
    return new StoreDirectory(path).open();
  }

  private static Optional<Integer> format(Path path) {
    try (var database = Database.openReadOnly(path)) {
      return database
          .get(Keys.FORMAT_KEY)
          .map(FormatRecord::read)
          .filter(format -> format.migrated().length == 0)
          .map(FormatRecord::version);
    }
  }

  private static byte[] migratedUpTo(Path path) {
    try (var database = Database.openReadOnly(path)) {
      return FormatRecord.read(database.get(Keys.FORMAT_KEY).orElseThrow()).migrated();
    }
  }

  private static List<String> withoutLists(List<String> records) {
    var list = HEX.formatHex(Keys.kind(Keys.TRIGGER));
    return records.stream().filter(record -> !record.startsWith(list)).toList();
  }

  private static List<String> records(Path path) {
    var records = new ArrayList<String>();
    try (var database = Database.openReadOnly(path)) {
      database.scan(
          Keys.FIRST,
          Keys.BEHIND_ALL,
          (key, value) -> records.add(HEX.formatHex(key) + " " + HEX.formatHex(value)));
    }
    return records;
  }

  private static void writeFormerDirectory(Path path) throws IOException {
    try (var file =
            Objects.requireNonNull(FormerData.class.getResourceAsStream("former-records.txt"));
        var database = Database.open(path, reason -> {})) {
      for (var line : new String(file.readAllBytes(), StandardCharsets.US_ASCII).lines().toList()) {
        var parts = line.split(" ", -1);
        database.put(HEX.parseHex(parts[0]), HEX.parseHex(parts[1]));
      }
    }
  }
}
