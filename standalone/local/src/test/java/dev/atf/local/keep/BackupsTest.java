package dev.atf.local.keep;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.blob.BlobKey;
import dev.atf.blob.directory.DirectoryObjects;
import dev.atf.blob.store.BlobConnection;
import dev.atf.embedded.DataCheck;
import dev.atf.embedded.EngineDirectory;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.resource.Digest;
import dev.atf.model.resource.Resource;
import dev.atf.model.resource.ResourcePath;
import dev.atf.model.resource.TaskFiles;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.runtime.config.ConfigException;
import dev.atf.store.embedded.EmbeddedStore;
import dev.atf.store.stored.Stored;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Tests that a backup has files of tasks, and that directories of a later version are refused. */
final class BackupsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant EXPIRES_AT = NOW.plusSeconds(1_000);

  @TempDir private Path directory;

  @Test
  @Tag("D8")
  void filesOfTasksAreInTheBackupAndInWhatIsRestored() throws IOException {
    EmbeddedStore.open(EngineDirectory.embedded(data()), reason -> {}).close();
    var contents = List.of("a".repeat(100_000), "b");
    var keys = contents.stream().map(content -> upload(data(), content)).toList();
    var restored = directory.resolve("restored");

    Backups.backup(data(), backup(), records -> {});
    Backups.restore(backup(), restored, NOW, records -> {});

    for (var copy : List.of(backup(), restored)) {
      try (var blobs = open(copy)) {
        for (int i = 0; i < contents.size(); i++) {
          try (var content = blobs.blobs().open(keys.get(i)).orElseThrow()) {
            assertThat(content).asString(US_ASCII).isEqualTo(contents.get(i));
          }
        }
      }
      assertThat(DataCheck.run(copy, Optional.empty(), NOW).resources()).isEqualTo(contents.size());
    }
  }

  @Test
  @Tag("D8")
  void aMissingFileOfATaskIsDamage() throws IOException {
    var keys = List.of(upload(data(), "needed"), upload(data(), "made"));
    var task = scheduleWithFiles(keys.get(0), keys.get(1));
    Backups.backup(data(), backup(), records -> {});
    assertThat(damage(NOW)).isEmpty();

    for (var key : keys) {
      var hex = key.digest().hex();
      Files.move(
          Path.of(EngineDirectory.blobs(backup()), "_", hex.substring(0, 2), hex),
          directory.resolve(hex));
    }

    assertThat(damage(NOW))
        .containsExactlyInAnyOrderElementsOf(
            keys.stream()
                .map(
                    key ->
                        "resource %s: it is missing, but task %s needs it. Upload the file again."
                            .formatted(key.digest(), task))
                .toList());
    assertThat(damage(EXPIRES_AT)).as("an expired task needs no files").isEmpty();
  }

  @Test
  @Tag("D8")
  void aBackupWithoutTheDirectoryOfItsFilesIsDamaged() throws IOException {
    var key = upload(data(), "needed");
    scheduleWithFiles(key, key);
    Backups.backup(data(), backup(), records -> {});
    var files = EngineDirectory.blobs(backup());
    var moved = Files.move(Path.of(files), directory.resolve("moved")).toAbsolutePath();

    assertThat(damage(NOW))
        .singleElement()
        .asString()
        .startsWith(files + " is missing, but tasks have 2 files. ");
    assertThat(Path.of(files)).doesNotExist();
    assertThat(DataCheck.run(backup(), Optional.of(moved.toString()), NOW).damage()).isEmpty();
  }

  private List<String> damage(Instant now) {
    return DataCheck.run(backup(), Optional.empty(), now).damage();
  }

  /** Stores a task that needs one file and has created another one. */
  private TaskId scheduleWithFiles(BlobKey needed, BlobKey made) {
    var header =
        new TaskHeader(
            TaskId.random(new Random(1)),
            new LambdaName("mail"),
            new Priority("normal"),
            null,
            0,
            NOW,
            NOW,
            EXPIRES_AT,
            null);
    var files = new TaskFiles(List.of(file(needed)), List.of("made"));
    try (var store = EmbeddedStore.open(EngineDirectory.embedded(data()), reason -> {})) {
      var entities = store.ports().entities();
      entities.putIfAbsent(new TaskEntity(header, Payload.EMPTY, Map.of(), "", files, EXPIRES_AT));
      entities.putOutputs(header.taskId(), 1, List.of(file(made)), EXPIRES_AT);
    }
    return header.taskId();
  }

  private static Resource file(BlobKey key) {
    return new Resource(new ResourcePath("file"), key.digest(), 1);
  }

  @Test
  void filesThatAreThereAreNotOverwritten() throws IOException {
    EmbeddedStore.open(EngineDirectory.embedded(data()), reason -> {}).close();
    Files.createDirectories(Path.of(EngineDirectory.blobs(backup())));

    assertThatThrownBy(() -> Backups.backup(data(), backup(), records -> {}))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("blobs is there already; nothing is overwritten");
  }

  /** An engine that started there would answer without the tasks of the backup. */
  @Test
  @Tag("D8")
  void aDirectoryWithAnUnfinishedCopyIsRefusedUntilTheRestIsDeleted() throws IOException {
    EmbeddedStore.open(EngineDirectory.embedded(data()), reason -> {}).close();
    Backups.backup(data(), backup(), records -> {});
    var restored = directory.resolve("restored");
    var unfinished = EngineDirectory.unfinished(EngineDirectory.embedded(restored));
    var files = Files.createDirectories(Path.of(EngineDirectory.blobs(backup())));
    // Nobody can read a link to itself.
    var link = Files.createSymbolicLink(files.resolve("link"), Path.of("link"));

    assertThatThrownBy(() -> restore(restored))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("the copy to " + restored + " did not finish: ")
        .hasMessageContaining("delete " + unfinished + " and " + EngineDirectory.blobs(restored));

    Files.delete(link);
    for (var use :
        List.<ThrowingCallable>of(
            () -> EngineDirectory.requireForEmbedded(restored),
            () -> EngineDirectory.requireForDynamoDbLocal(restored),
            () -> restore(restored))) {
      assertThatThrownBy(use)
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(unfinished + " was left by a backup or a restore");
    }
    Files.move(unfinished, directory.resolve("away"));
    Files.move(Path.of(EngineDirectory.blobs(restored)), directory.resolve("files-away"));
    restore(restored);
    EngineDirectory.requireForEmbedded(restored);
  }

  private void restore(Path target) {
    Backups.restore(backup(), target, NOW, records -> {});
  }

  private static BlobKey upload(Path data, String text) {
    var content = text.getBytes(US_ASCII);
    var key = new BlobKey("", Digest.of(content));
    try (var connection = open(data);
        var upload = connection.blobs().upload(key, content.length, NOW.plusSeconds(3_600), 0)) {
      upload.write(ByteBuffer.wrap(content));
      upload.finish();
    }
    return key;
  }

  private static BlobConnection open(Path data) {
    return BlobConnection.on(
        DirectoryObjects.open(Path.of(EngineDirectory.blobs(data))),
        InstantSource.fixed(NOW),
        new Random(1));
  }

  private void makeNewerDirectories() throws RocksDBException {
    for (var path :
        new Path[] {EngineDirectory.embedded(data()), EngineDirectory.backup(backup())}) {
      EmbeddedStore.open(path, reason -> {}).close();
      try (var rocks = RocksDB.open(path.resolve("rocksdb").toString())) {
        rocks.put(
            "f".getBytes(US_ASCII),
            Stored.Format.newBuilder().setVersion(99).build().toByteArray());
      }
    }
  }

  @Test
  void directoryOfALaterFormatIsNotBackedUp() throws RocksDBException {
    makeNewerDirectories();

    assertThatThrownBy(() -> Backups.backup(data(), directory.resolve("new"), records -> {}))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("format 99")
        .hasMessageContaining("restore a backup");
  }

  @Test
  @Tag("D11")
  void backupOfALaterFormatIsNotRestored() throws RocksDBException {
    makeNewerDirectories();

    assertThatThrownBy(
            () -> Backups.restore(backup(), directory.resolve("restored"), NOW, records -> {}))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(backup().toString())
        .hasMessageContaining("format 99");
  }

  private Path data() {
    return directory.resolve("data");
  }

  private Path backup() {
    return directory.resolve("backup");
  }
}
