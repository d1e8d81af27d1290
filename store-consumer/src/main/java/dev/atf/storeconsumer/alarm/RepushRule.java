package dev.atf.storeconsumer.alarm;

/**
 * Decides whether an unclaimed task is worth another push. Its message may be lost, or may be
 * waiting behind others. Another copy of a waiting message is harmless, but useless. If the queue
 * is nearly empty, the message must be lost. In a fuller queue it probably waits for its turn, and
 * only the alarm's interval is doubled. Therefore the tasks of a backlog are not pushed repeatedly
 * (F18). A task that was checked many times is pushed as soon as there is capacity, so that a lost
 * message in a queue that never empties is replaced.
 *
 * <p>A task whose reference the queue refused does not wait in the queue. It is pushed as soon as
 * there is capacity.
 */
final class RepushRule {
  /** Divisor of the maximum depth. A queue with less than this part counts as nearly empty. */
  private static final int NEARLY_EMPTY_PART = 10;

  /**
   * Number of checks after the interval has stopped growing. With the defaults, they take about 50
   * minutes.
   */
  private static final int PATIENCE_CHECKS = 4;

  private RepushRule() {}

  /**
   * Returns whether an unclaimed task should be pushed again.
   *
   * @param pushes number of pushes or checks of the task in this epoch; not positive if no push is
   *     known to have arrived
   */
  static boolean worthPushing(int pushes, int doublingsMax, int depth, int depthMax) {
    if (pushes <= 0) {
      return depth < depthMax;
    }
    if (depth * (long) NEARLY_EMPTY_PART < depthMax) {
      return true;
    }
    return pushes > doublingsMax + PATIENCE_CHECKS && depth < depthMax;
  }
}
