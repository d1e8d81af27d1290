package dev.atf.store.embedded;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads records, some of which another version may have written, or which may be damaged. Such a
 * record is logged once with its key, is not changed, and does not block the others.
 */
final class ReadableRecords {
  private static final Logger log = LoggerFactory.getLogger(ReadableRecords.class);

  /** Maximum number of unreadable records that one process logs. */
  private static final int TOLD_MAX = 1_000;

  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private ReadableRecords() {}

  /** Returns the content of a record; empty if this process cannot interpret it. */
  static <T> Optional<T> read(byte[] key, byte[] value, Function<byte[], T> as) {
    try {
      return Optional.of(as.apply(value));
    } catch (RuntimeException e) {
      var name = new String(key, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "/");
      if (TOLD.size() < TOLD_MAX && TOLD.add(name)) {
        log.warn("record {} cannot be read and is left alone: {}", name, e.toString());
      }
      return Optional.empty();
    }
  }
}
