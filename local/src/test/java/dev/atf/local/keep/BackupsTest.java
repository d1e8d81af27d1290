package dev.atf.local.keep;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.embedded.EngineDirectory;
import dev.atf.runtime.config.ConfigException;
import dev.atf.store.embedded.EmbeddedStore;
import dev.atf.store.embedded.record.FormatRecord;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Directories that a later version has written are refused with what to do. */
final class BackupsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir private Path directory;

  @BeforeEach
  void makeNewerDirectories() throws RocksDBException {
    for (var path :
        new Path[] {EngineDirectory.embedded(data()), EngineDirectory.backup(backup())}) {
      EmbeddedStore.open(path, reason -> {}).close();
      try (var rocks = RocksDB.open(path.resolve("rocksdb").toString())) {
        rocks.put("f".getBytes(US_ASCII), new FormatRecord(99, new byte[0]).toBytes());
      }
    }
  }

  @Test
  void directoryOfALaterFormatIsNotBackedUp() {
    assertThatThrownBy(() -> Backups.backup(data(), directory.resolve("new"), records -> {}))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("format 99")
        .hasMessageContaining("restore a backup");
  }

  @Test
  void backupOfALaterFormatIsNotRestored() {
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
