package dev.atf.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.PeriodicSpec;
import dev.atf.executor.Outcome;
import dev.atf.protocol.v1.Lambda;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Rows of a data directory that another version has written, or that are damaged. */
final class UnreadableRowsTest {
  private static final byte[] LAMBDA = "lmail\0".getBytes(US_ASCII);
  private static final byte[] PLANS = "n".getBytes(US_ASCII);
  private static final byte[] UNREADABLE = new byte[9];

  @TempDir private Path data;

  @Test
  @Tag("P12")
  void aStartDoesNotReplaceALambdaThatCannotBeRead() throws RocksDBException {
    Atf.open(data).close();
    try (var rocks = RocksDB.open(store())) {
      rocks.put(LAMBDA, UNREADABLE);
    }

    Atf.at(data)
        .handle("mail", String.class, (payload, context) -> Outcome.success())
        .open()
        .close();

    try (var options = new Options();
        var rocks = RocksDB.openReadOnly(options, store())) {
      assertThat(rocks.get(LAMBDA)).isEqualTo(UNREADABLE);
    }
  }

  @Test
  @Tag("P12")
  void aPeriodicTaskThatCannotBeReadHidesNoOther() throws RocksDBException {
    try (var atf = Atf.at(data).lambda(Lambda.newBuilder().setName("mail").build()).open()) {
      for (var name : List.of("daily", "other")) {
        var unused =
            atf.client()
                .periodic()
                .create(PeriodicSpec.every("mail", name, Duration.ofDays(1)).payload(name));
      }
    }
    try (var rocks = RocksDB.open(store());
        var rows = rocks.newIterator()) {
      rows.seek(PLANS);
      assertThat(rows.key()).startsWith(PLANS);
      rocks.put(rows.key(), UNREADABLE);
    }

    try (var atf = Atf.open(data)) {
      assertThat(atf.client().periodic().list("mail")).hasSize(1);
    }
  }

  private String store() {
    return EngineDirectory.embedded(data).resolve("rocksdb").toString();
  }
}
