package dev.atf.executor.core.log;

import com.google.protobuf.ByteString;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.protocol.v1.AppendLogRequest;
import org.jspecify.annotations.Nullable;

/**
 * Log of one attempt on its way: numbers its parts, and keeps the one that has no answer yet, so
 * that a repetition is the same. Used by one thread at a time.
 */
final class LogStream {
  /** Most bytes of a part, by the protocol. */
  static final int PART_BYTES_MAX = 32 * 1024;

  /** Most parts of an attempt, by the protocol. */
  static final int PARTS_MAX = 10_000;

  /**
   * Most bytes that are sent of an attempt while it runs, in times of what is kept at its end:
   * 1 MiB by default, so that following a flood has a price.
   */
  static final int FOLLOWED_TIMES_MAX = 16;

  private final RunningAttempt attempt;
  private @Nullable AppendLogRequest pending;
  private boolean lastTaken;
  private int parts;
  private long bytes;
  private int tries;

  LogStream(RunningAttempt attempt) {
    this.attempt = attempt;
  }

  RunningAttempt attempt() {
    return attempt;
  }

  /** Returns whether more may be sent while the attempt runs. */
  boolean mayFollow() {
    return bytes < (long) FOLLOWED_TIMES_MAX * attempt.work().getLogBytesMax()
        && parts < PARTS_MAX - FOLLOWED_TIMES_MAX;
  }

  /**
   * Returns the part to send next; null if there is none.
   *
   * @param ended the attempt: with its last lines, or after them, goes the word that no more come
   */
  @Nullable AppendLogRequest next(boolean ended) {
    if (pending == null && !lastTaken && parts < PARTS_MAX) {
      var text = attempt.log().take(PART_BYTES_MAX);
      boolean last = ended && attempt.log().isEmpty();
      if (text.length > 0 || (last && parts > 0)) {
        lastTaken = last;
        bytes += text.length;
        pending =
            AppendLogRequest.newBuilder()
                .setAttemptRef(attempt.ref())
                .setPart(parts + 1)
                .setText(ByteString.copyFrom(text))
                .setLast(last)
                .build();
      }
    }
    return pending;
  }

  /** Marks the pending part as kept. */
  void sent() {
    pending = null;
    parts++;
    tries = 0;
  }

  /** Counts a try of the pending part that had no answer; returns how many there were. */
  int failed() {
    return ++tries;
  }
}
