package dev.atf.blob.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.blob.BlobDamagedException;
import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobStoreException;
import dev.atf.blob.BlobsFullException;
import dev.atf.blob.MovedClock;
import dev.atf.blob.object.BlobObjects.VersionedRecord;
import dev.atf.blob.object.BlobRecord;
import dev.atf.blob.object.ContentName;
import dev.atf.blob.store.BlobSweep;
import dev.atf.model.resource.Digest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryObjectsTest {
  private static final BlobKey KEY = new BlobKey("", Digest.of(new byte[] {1}));
  private static final ContentName NAME = new ContentName(KEY, "0".repeat(32));

  private final MovedClock clock = new MovedClock();
  @TempDir private Path root;

  @Test
  void temporaryFilesOfDeadProcessesAreSwept() throws IOException {
    var objects = DirectoryObjects.open(root);
    objects.write(NAME, 1).write(ByteBuffer.wrap(new byte[] {1}));

    clock.move(BlobSweep.GRACE.minusHours(1));
    new BlobSweep(objects, clock).step();
    assertThat(root.resolve(".tmp")).isDirectoryContaining(file -> true);

    clock.move(Duration.ofHours(2));
    new BlobSweep(objects, clock).step();
    assertThat(root.resolve(".tmp")).isEmptyDirectory();
  }

  @Test
  void theDirectoryOfASweptBlobIsRemoved() {
    var objects = DirectoryObjects.open(root);
    complete(objects);
    assertThat(objects.length(NAME)).hasValue(1);

    objects.delete(NAME);
    objects.delete(NAME);

    assertThat(root.resolve("_").resolve(KEY.digest().hex().substring(0, 2))).isEmptyDirectory();
  }

  @Test
  void foreignFilesAreLeftAlone() throws IOException {
    var objects = DirectoryObjects.open(root);
    complete(objects);
    var shard = root.resolve("_").resolve(KEY.digest().hex().substring(0, 2));
    for (var foreign :
        new Path[] {
          root.resolve("notes.txt"),
          root.resolve("_").resolve("notes.txt"),
          shard.resolve("notes.txt"),
          shard.resolve(KEY.digest().hex()).resolve("notes.txt")
        }) {
      Files.writeString(foreign, "mine");
    }
    clock.move(BlobSweep.GRACE.plusHours(1));

    assertThat(new BlobSweep(objects, clock).step().removed()).isEqualTo(1);

    assertThat(shard.resolve(KEY.digest().hex()).resolve("notes.txt")).exists();
  }

  @Test
  void aDamagedRecordIsNamed() throws IOException {
    var objects = DirectoryObjects.open(root);
    objects.put(KEY, new BlobRecord("0".repeat(32), 1, clock.instant()), Optional.empty());
    var file =
        root.resolve("_")
            .resolve(KEY.digest().hex().substring(0, 2))
            .resolve(KEY.digest().hex())
            .resolve("record");

    var flipped = Files.readAllBytes(file);
    flipped[0] ^= (byte) 0x80; // no character of UTF-8
    var damages =
        Stream.of("", "{", "{}", "{\"generation\":\"..\",\"bytes\":1}")
            .map(text -> text.getBytes(StandardCharsets.UTF_8));
    for (var damaged : Stream.concat(damages, Stream.of(flipped)).toList()) {
      Files.write(file, damaged);
      var seen = objects.record(KEY).orElseThrow();
      assertThat(seen.isDamaged()).isTrue();
      assertThat(seen.damage()).startsWith(file.toRealPath().toString());
      assertThatThrownBy(seen::record).isInstanceOf(BlobDamagedException.class);
    }
    assertThat(new BlobSweep(objects, clock).step().removed()).isZero();
  }

  /** A sweep would remove a blob whose expiry has become an earlier one. */
  @Test
  void aRecordWithAChangedDigitIsDamaged() throws IOException {
    var objects = DirectoryObjects.open(root);
    var record = new BlobRecord("0".repeat(32), 17, Instant.parse("2026-03-01T12:00:00Z"));
    objects.put(KEY, record, Optional.empty());
    var file =
        root.resolve("_")
            .resolve(KEY.digest().hex().substring(0, 2))
            .resolve(KEY.digest().hex())
            .resolve("record");
    var json = Files.readString(file);

    for (var changed :
        List.of(
            json.replace("2026", "2024"),
            json.replace("\"0000", "\"0001"),
            json.replace("17", "16"))) {
      assertThat(changed).isNotEqualTo(json);
      Files.writeString(file, changed);
      assertThat(objects.record(KEY).orElseThrow().isDamaged()).as(changed).isTrue();
    }

    // Earlier builds wrote no sum.
    Files.writeString(file, json.replaceFirst(",\"sum\":[0-9]+", ""));
    assertThat(objects.record(KEY).orElseThrow().record()).isEqualTo(record);
  }

  @Test
  void aPlaceThatIsNoDirectoryIsNamed() throws IOException {
    var file = Files.writeString(root.resolve("file"), "");

    assertThatThrownBy(() -> DirectoryObjects.open(file))
        .isInstanceOf(BlobStoreException.class)
        .hasMessageStartingWith("blobs: directory " + file + ": cannot create the directory");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskSaysWhatToDo() {
    var full = BlobDirectory.open(root);

    assertThatThrownBy(
            () ->
                full.run(
                    "write the content of a blob",
                    () -> Files.write(Path.of("/dev/full"), new byte[] {1})))
        .isInstanceOf(BlobStoreException.class)
        .hasMessageStartingWith(
            "blobs: directory " + full.root() + ": cannot write the content of a blob")
        .hasMessageEndingWith("; free space on its disk, or give blobs a larger one");
  }

  @Test
  void contentsLeaveTheReserveOfTheDiskFree() throws IOException {
    var free = new AtomicLong(1_000);
    var objects = DirectoryObjects.open(root, new DiskReserve(free::get, 100));

    assertThatThrownBy(() -> objects.write(NAME, 901))
        .isInstanceOf(BlobsFullException.class)
        .hasMessage(
            "the disk of the resources is full: 1000 bytes are free (expected: 901 to write, and"
                + " 100 that stay free); free space on it, or set `blobs` to a larger one");
    try (var writer = objects.write(NAME, 900)) {
      writer.write(ByteBuffer.wrap(new byte[450]));
      free.set(549);
      assertThatThrownBy(() -> writer.write(ByteBuffer.wrap(new byte[450])))
          .isInstanceOf(BlobsFullException.class);
    }
    assertThat(root.resolve(".tmp")).isEmptyDirectory();
    assertThat(
            objects.put(KEY, new BlobRecord("0".repeat(32), 0, clock.instant()), Optional.empty()))
        .isTrue();
  }

  @Test
  void theReserveIsATenthOfTheDiskWithinBounds() throws IOException {
    assertThat(DiskReserve.of(root).bytes()).isBetween(100L << 20, 1L << 30);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void onlyItsUserEntersANewDirectory() throws IOException {
    var made = root.resolve("blobs");
    var there = Files.createDirectory(root.resolve("there"));
    Files.setPosixFilePermissions(there, PosixFilePermissions.fromString("rwxr-x---"));

    DirectoryObjects.open(made).close();
    DirectoryObjects.open(there).close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(there)))
        .isEqualTo("rwxr-x---");
  }

  @Test
  void changesOfManyThreadsAndStoresAreOneAfterTheOther() throws Exception {
    int threads = 8;
    int changes = 25;
    var pool = Executors.newFixedThreadPool(threads);
    try {
      DirectoryObjects.open(root)
          .put(KEY, new BlobRecord("0".repeat(32), 0, clock.instant()), Optional.empty());
      var results = new ArrayList<Future<?>>();
      for (int i = 0; i < threads; i++) {
        var objects = DirectoryObjects.open(root);
        results.add(
            pool.submit(
                () -> {
                  for (int done = 0; done < changes; ) {
                    done += increment(objects) ? 1 : 0;
                  }
                }));
      }
      for (var result : results) {
        result.get();
      }

      assertThat(DirectoryObjects.open(root).record(KEY).map(VersionedRecord::record))
          .map(BlobRecord::bytes)
          .contains((long) threads * changes);
    } finally {
      pool.shutdownNow();
    }
  }

  private static boolean increment(DirectoryObjects objects) {
    var seen = objects.record(KEY).orElseThrow();
    var next =
        new BlobRecord(
            seen.record().generation(), seen.record().bytes() + 1, seen.record().expiresAt());
    return objects.put(KEY, next, Optional.of(seen.version()));
  }

  private static void complete(DirectoryObjects objects) {
    try (var writer = objects.write(NAME, 1)) {
      writer.write(ByteBuffer.wrap(new byte[] {1}));
      writer.complete();
    }
  }
}
