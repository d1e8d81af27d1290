package dev.atf.simulation.world;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What a task's handler is to do: its payload.
 *
 * @param failures attempts that fail before one succeeds
 */
public record Deed(Kind kind, long millis, int failures) {
  public enum Kind {
    SUCCEED,
    FAIL_RETRIABLY,
    FAIL_FATALLY,
    /** Asks for a later attempt, at a time of its own. */
    NOT_NOW,
    /** Runs until it is interrupted. */
    RUN_ON,
    /** Takes long and does not stop when it is told to. */
    IGNORE_EVERYTHING,
    /** Its process dies of it. */
    POISON
  }

  boolean failsRetriably() {
    return kind == Kind.FAIL_RETRIABLY || kind == Kind.IGNORE_EVERYTHING;
  }

  public ByteString payload() {
    return ByteString.copyFrom(
        "%s %d %d".formatted(kind, millis, failures), StandardCharsets.UTF_8);
  }

  public static Deed of(ByteString payload) {
    var parts = payload.toString(StandardCharsets.UTF_8).split(" ", 3);
    return new Deed(
        Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)),
        Long.parseLong(parts[1]),
        Integer.parseInt(parts[2]));
  }
}
