package dev.atf.executor.core.attempt;

import dev.atf.executor.core.call.ResultLimits;
import dev.atf.protocol.v1.AttemptResult.Success;
import dev.atf.protocol.v1.ScheduleRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Tasks that the handler of one attempt has scheduled: they are created with its success, or never.
 *
 * <p>Thread-safe: a handler may have several threads.
 */
final class ScheduledChildren {
  private final List<ScheduleRequest> children = new ArrayList<>();
  private final List<Success.Join> joins = new ArrayList<>();
  private int count;
  private long bytes;
  private boolean closed;

  /**
   * @return its number, from 0
   * @throws IllegalStateException if there are too many, they are too large, or the attempt is over
   */
  synchronized int add(ScheduleRequest child) {
    grow(1, child.getSerializedSize());
    children.add(child);
    return children.size() - 1;
  }

  /**
   * Adds a group of children with the task after them.
   *
   * @throws IllegalStateException if there are too many, they are too large, or the attempt is over
   */
  synchronized void add(Success.Join join) {
    grow(join.getChildrenCount() + 1, join.getSerializedSize());
    joins.add(join);
  }

  private synchronized void grow(int more, int moreBytes) {
    if (closed) {
      throw new IllegalStateException("schedule: the attempt is over");
    }
    if (count + more > ResultLimits.CHILDREN_MAX) {
      throw new IllegalStateException(
          "schedule: "
              + (count + more)
              + " children (expected: at most "
              + ResultLimits.CHILDREN_MAX
              + ")");
    }
    if (bytes + moreBytes > ResultLimits.CHILDREN_BYTES_MAX) {
      throw new IllegalStateException(
          "schedule: children of "
              + (bytes + moreBytes)
              + " bytes (expected: at most "
              + ResultLimits.CHILDREN_BYTES_MAX
              + ")");
    }
    count += more;
    bytes += moreBytes;
  }

  /**
   * Ends the attempt: tasks that its threads schedule from now on would not be reported with it.
   */
  synchronized void close() {
    closed = true;
  }

  /** Adds all to the success that they are reported with. */
  synchronized void addTo(Success.Builder success) {
    success.addAllChildren(children).addAllJoins(joins);
  }
}
