package dev.atf.simulation.world;

import com.google.protobuf.ByteString;
import dev.atf.model.TaskId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Operation that a task's handler performs: the task's payload.
 *
 * @param failures attempts that fail before one succeeds; if it fails permanently: 0 if every task
 *     does, else one in so many does not
 */
public record Operation(Kind kind, long millis, int failures) {
  private static final long ONE_IN = 4;
  private static final long CHILDREN_MAX = 3;
  private static final long CHILD_IS_QUICKER_BY = 8;
  private static final long CHILDLESS_MILLIS = 20;
  private static final long WAITED_FOR_ONE_IN = 3;

  /** Number of ordering keys, which have the same names as those of clients. */
  static final int KEYS = 3;

  /** A notice has a payload of the framework. */
  private static final Operation OF_NOTICE = new Operation(Kind.SUCCEED, 1, 0);

  private static final int ITEMS_MAX = 4;
  private static final long ITEMS_AND_NONE = ITEMS_MAX + 2;
  private static final long LARGE_ONE_IN = 5;
  private static final int PADDING = 5_000;

  public enum Kind {
    SUCCEED,
    FAIL_RETRIABLY,
    FAIL_FATALLY,
    /** Asks for a later attempt, at a time that it chooses. */
    NOT_NOW,
    /** Runs until it is interrupted. */
    RUN_ON,
    /** Takes long and does not stop on request. */
    IGNORE_EVERYTHING,
    /** Kills its process. */
    POISON
  }

  /**
   * Returns the children that its handler schedules in every attempt, whatever its result: mostly
   * none. Each generation is shorter, so that there is a last one.
   */
  List<Operation> children() {
    if (millis < CHILDLESS_MILLIS || millis % ONE_IN != 0 || kind == Kind.RUN_ON) {
      return List.of();
    }
    long each = millis / CHILD_IS_QUICKER_BY;
    return IntStream.rangeClosed(0, (int) (millis / ONE_IN % CHILDREN_MAX))
        .mapToObj(i -> new Operation(i == 1 ? Kind.FAIL_RETRIABLY : Kind.SUCCEED, each + i, i))
        .toList();
  }

  /** Returns the operation that waits for the children; empty if none does. */
  Optional<Operation> then() {
    boolean waits = millis / ONE_IN / CHILDREN_MAX % WAITED_FOR_ONE_IN == 0;
    long quick = millis / CHILD_IS_QUICKER_BY / CHILD_IS_QUICKER_BY;
    return waits && !children().isEmpty()
        ? Optional.of(new Operation(Kind.SUCCEED, quick, 0))
        : Optional.empty();
  }

  /** Returns the ordering key of its children, if no operation waits for them. */
  Optional<String> childrenKey() {
    long rest = millis / ONE_IN / CHILDREN_MAX;
    return then().isEmpty() && rest % 2 == 0 ? Optional.of("k" + rest % KEYS) : Optional.empty();
  }

  boolean failsForGood(TaskId task) {
    return kind == Kind.FAIL_FATALLY
        && (failures == 0 || Math.floorMod(task.value().hashCode(), failures) != 0);
  }

  /** Returns the number of items that a step of a job returns; empty if it returns none. */
  OptionalInt items() {
    int items = (int) (millis % ITEMS_AND_NONE);
    return items == ITEMS_MAX + 1 ? OptionalInt.empty() : OptionalInt.of(items);
  }

  /** Returns the padding of each item: sometimes so much that the result is stored separately. */
  String padding() {
    return millis % LARGE_ONE_IN == 0 ? ".".repeat(PADDING) : "";
  }

  boolean failsRetriably() {
    return kind == Kind.FAIL_RETRIABLY || kind == Kind.IGNORE_EVERYTHING;
  }

  public ByteString payload() {
    return ByteString.copyFrom(
        "%s %d %d".formatted(kind, millis, failures), StandardCharsets.UTF_8);
  }

  public static Operation of(ByteString payload) {
    var text = payload.toString(StandardCharsets.UTF_8);
    if (text.startsWith("{")) {
      return OF_NOTICE;
    }
    var parts = text.split(" ", 3);
    return new Operation(
        Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)),
        Long.parseLong(parts[1]),
        Integer.parseInt(parts[2]));
  }
}
