package dev.atf.store.embedded;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads records, some of which may be damaged or from another version. An unreadable record is
 * logged with its key, is not changed, and does not block other records.
 */
final class ReadableRecords {
  private static final Logger log = LoggerFactory.getLogger(ReadableRecords.class);

  private ReadableRecords() {}

  /** Returns the content of a record; empty if this process cannot interpret it. */
  static <T> Optional<T> read(byte[] key, byte[] value, Function<byte[], T> as) {
    try {
      return Optional.of(as.apply(value));
    } catch (RuntimeException e) {
      var name = new String(key, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "/");
      log.warn("record {} cannot be read and is not changed: {}", name, e.toString());
      return Optional.empty();
    }
  }
}
