package dev.atf.store.embedded.record;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Expiry of a record: the first field of each that can expire, in whole seconds. */
public final class Expiry {
  private static final long NEVER = Long.MAX_VALUE;

  private Expiry() {}

  static void write(@Nullable Instant expiresAt, RecordWriter out) {
    out.number(expiresAt == null ? NEVER : expiresAt.getEpochSecond());
  }

  static @Nullable Instant read(RecordReader in) {
    long seconds = in.number();
    return seconds == NEVER ? null : Instant.ofEpochSecond(seconds);
  }

  public static boolean isPast(byte[] record, Instant now) {
    @Nullable Instant expiresAt = read(new RecordReader(record));
    return expiresAt != null && !expiresAt.isAfter(now);
  }
}
