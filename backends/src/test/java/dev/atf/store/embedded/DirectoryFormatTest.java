package dev.atf.store.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.atf.store.StoredValues;
import dev.atf.store.embedded.database.DamagedStoreException;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.stored.Stored;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories with the format of this version, of a later one, and of builds before the first. */
final class DirectoryFormatTest {
  private static final HexFormat HEX = HexFormat.of();

  @TempDir private Path directory;

  @Test
  void newDirectoryHasTheFormatOfThisVersion() {
    open(directory).close();

    assertThat(format(directory)).contains(2);
  }

  @Test
  void directoryWhoseFirstStartWasKilledIsOpened() {
    Database.open(directory, reason -> {}).close();
    StoreCopy.backup(directory, directory.resolve("backup"), records -> {});

    open(directory).close();

    assertThat(format(directory)).contains(2);
    assertThat(format(directory.resolve("backup"))).contains(2);
  }

  @Test
  @Tag("D11")
  void directoryOfALaterVersionIsRefusedAndNotChanged() {
    open(directory).close();
    putFormat(directory, Stored.Format.newBuilder().setVersion(3));
    var before = records(directory);

    assertThatThrownBy(() -> open(directory))
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("format 3")
        .hasMessageContaining("up to 2")
        .hasMessageContaining("Start the version that wrote it");

    assertThat(records(directory)).isEqualTo(before);
  }

  @Test
  void directoryWhoseMigrationByALaterVersionWasKilledIsOfThatVersion() {
    open(directory).close();
    putFormat(
        directory,
        Stored.Format.newBuilder().setVersion(3).setMigrated(ByteString.copyFromUtf8("a")));

    assertThatThrownBy(() -> open(directory))
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining("format 3")
        .hasMessageContaining("Start the version that wrote it");
  }

  @Test
  @Tag("D11")
  void backupsOfALaterVersionAreRefused() {
    open(store()).close();
    putFormat(store(), Stored.Format.newBuilder().setVersion(3));

    forEachCopyAndCheck(
        attempt ->
            assertThatThrownBy(attempt)
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("Start the version that wrote it"));
  }

  @Test
  void directoryWhoseFormatCannotBeReadIsDamaged() {
    open(store()).close();
    try (var database = Database.open(store(), reason -> {})) {
      database.put(Keys.FORMAT_KEY, new byte[] {-1});
    }

    assertThatThrownBy(() -> open(store()))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessage(store() + " is damaged: its format cannot be read. Restore a backup.");
    forEachCopyAndCheck(
        attempt -> assertThatThrownBy(attempt).isInstanceOf(DamagedStoreException.class));
  }

  @Test
  @Tag("D10")
  void directoryOfAnUnreleasedBuildIsRefusedAndNotChanged() {
    try (var database = Database.open(directory, reason -> {})) {
      database.put(Keys.association(StoredValues.id(1)), "a record of format 1".getBytes(US_ASCII));
    }
    var before = records(directory);

    assertThatThrownBy(() -> open(directory)).satisfies(this::saysWhatToDo);

    assertThat(records(directory)).isEqualTo(before);
  }

  @Test
  @Tag("D10")
  void directoryWhoseMigrationByAnUnreleasedBuildWasKilledIsRefused() {
    open(directory).close();
    putFormat(
        directory,
        Stored.Format.newBuilder().setVersion(2).setMigrated(ByteString.copyFromUtf8("a")));

    assertThatThrownBy(() -> open(directory)).satisfies(this::saysWhatToDo);
  }

  @Test
  @Tag("D10")
  void backupsOfAnUnreleasedBuildAreRefused() {
    open(store()).close();
    putFormat(store(), Stored.Format.newBuilder().setVersion(1));

    forEachCopyAndCheck(
        attempt ->
            assertThatThrownBy(attempt)
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("Let that build finish its tasks"));
  }

  private void saysWhatToDo(Throwable refusal) {
    assertThat(refusal)
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("a build before the first release")
        .hasMessageContaining("reads format 2 only")
        .hasMessageContaining("nothing was changed")
        .hasMessageContaining("start this version in an empty directory");
  }

  private void forEachCopyAndCheck(Consumer<ThrowingCallable> refused) {
    refused.accept(() -> StoreCopy.backup(store(), directory.resolve("backup"), records -> {}));
    refused.accept(
        () ->
            StoreCopy.restore(
                store(), directory.resolve("restored"), StoredValues.NOW, records -> {}));
    refused.accept(() -> StoreCheck.run(store(), StoredValues.NOW, (task, file) -> {}));
  }

  private Path store() {
    return directory.resolve("store");
  }

  private static void putFormat(Path path, Stored.Format.Builder format) {
    try (var database = Database.open(path, reason -> {})) {
      database.put(Keys.FORMAT_KEY, format.build().toByteArray());
    }
  }

  private static EmbeddedStore open(Path path) {
    return new StoreDirectory(path).open();
  }

  private static Optional<Integer> format(Path path) {
    try (var database = Database.openReadOnly(path)) {
      return database
          .get(Keys.FORMAT_KEY)
          .map(
              record -> {
                try {
                  return Stored.Format.parseFrom(record).getVersion();
                } catch (InvalidProtocolBufferException e) {
                  throw new AssertionError(e);
                }
              });
    }
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
}
