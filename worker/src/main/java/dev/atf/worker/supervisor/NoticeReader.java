package dev.atf.worker.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reader of a child's deadline file, with the supervisor's own monotonic clock.
 *
 * <p>The time left counts from the moment at which this reader first sees the content. That is at
 * most one read interval after it was written, so an overdue child is detected at most one read
 * interval after its deadline. Unreadable content is ignored, and the last content still applies.
 */
final class NoticeReader {
  private final Path file;
  private String seen = "";
  private OptionalLong deadline = OptionalLong.empty();
  private OptionalLong heldSince = OptionalLong.empty();
  private Optional<String> executorId = Optional.empty();
  private int count;
  private boolean idle;

  NoticeReader(Path file) {
    this.file = file;
  }

  /** Forgets a previous child. It must be called before a new child is started. */
  void reset() throws IOException {
    Files.deleteIfExists(file);
    seen = "";
    deadline = OptionalLong.empty();
    heldSince = OptionalLong.empty();
    executorId = Optional.empty();
    idle = false;
  }

  /**
   * Reads the file, and then decides. A supervisor that was paused itself must not decide from old
   * content.
   *
   * @param now current time of the monotonic clock
   * @return whether the child has outlived its deadline by more than the margin
   */
  boolean isOverdue(long now, Duration margin) {
    read(now);
    return deadline.isPresent() && now - deadline.getAsLong() > margin.toNanos();
  }

  /**
   * Returns the age of the child's oldest attempt, according to the last content; zero if it holds
   * none.
   */
  Duration longestHeld(long now) {
    return heldSince.isPresent() ? Duration.ofNanos(now - heldSince.getAsLong()) : Duration.ZERO;
  }

  /** Returns the child's executor id; empty if it has not written it. */
  Optional<String> executorId() {
    return executorId;
  }

  /**
   * Returns whether the child held no attempt, according to the last content; false before the
   * first content.
   */
  boolean isIdle() {
    return idle;
  }

  /**
   * Returns the number of contents so far. Each attempt that starts or ends creates new content.
   */
  int count() {
    return count;
  }

  /** Reads the file. For a dead executor, it still has the last content. */
  void read(long now) {
    String content;
    try {
      content = Files.readString(file).strip();
    } catch (IOException e) {
      // The file is not written yet, or was removed. The last content still applies.
      return;
    }
    if (content.equals(seen)) {
      return;
    }
    seen = content;
    count++;
    var words = content.split(" ", -1);
    try {
      // Nothing is changed before all words are parsed.
      if (words[1].equals("idle")) {
        deadline = OptionalLong.empty();
        heldSince = OptionalLong.empty();
        executorId = word(words, 2);
        idle = true;
      } else {
        long left = nanos(words[1]);
        long held = words.length > 2 ? nanos(words[2]) : 0;
        deadline = OptionalLong.of(now + left);
        heldSince = OptionalLong.of(now - held);
        executorId = word(words, 3);
        idle = false;
      }
    } catch (NumberFormatException | IndexOutOfBoundsException | ArithmeticException e) {
      // The content is not a notice. The last content still applies.
    }
  }

  private static Optional<String> word(String[] words, int index) {
    return words.length > index ? Optional.of(words[index]) : Optional.empty();
  }

  private static long nanos(String millis) {
    return Duration.ofMillis(Long.parseLong(millis)).toNanos();
  }
}
