package dev.atf.executor.core;

import dev.atf.protocol.v1.ScheduleRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * What the handler of one attempt has scheduled: it goes with its success, or nowhere.
 *
 * <p>Thread-safe: a handler may have several threads.
 */
final class ScheduledChildren {
  private final List<ScheduleRequest> children = new ArrayList<>();
  private long bytes;
  private boolean closed;

  /**
   * @return its number, from 0
   * @throws IllegalStateException if it is one too many, too much, or too late
   */
  synchronized int add(ScheduleRequest child) {
    if (closed) {
      throw new IllegalStateException("schedule: the attempt is over");
    }
    if (children.size() == ResultLimits.CHILDREN_MAX) {
      throw new IllegalStateException(
          "schedule: "
              + (children.size() + 1)
              + " children (expected: at most "
              + ResultLimits.CHILDREN_MAX
              + ")");
    }
    long grown = bytes + child.getSerializedSize();
    if (grown > ResultLimits.CHILDREN_BYTES_MAX) {
      throw new IllegalStateException(
          "schedule: children of "
              + grown
              + " bytes (expected: at most "
              + ResultLimits.CHILDREN_BYTES_MAX
              + ")");
    }
    bytes = grown;
    children.add(child);
    return children.size() - 1;
  }

  /** The attempt is over: what its threads schedule now would not be reported with it. */
  synchronized void close() {
    closed = true;
  }

  synchronized List<ScheduleRequest> all() {
    return List.copyOf(children);
  }
}
