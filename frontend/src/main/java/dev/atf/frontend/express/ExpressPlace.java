package dev.atf.frontend.express;

import dev.atf.model.Association;
import dev.atf.queue.QueueName;

/**
 * A place on the express lane, of one task that is about to be written. Whoever has it closes it,
 * and says before that whether the task was born. Not thread-safe.
 */
public final class ExpressPlace implements AutoCloseable {
  private final ExpressLane lane;
  private final QueueName queue;
  private final Association task;
  private boolean born;

  ExpressPlace(ExpressLane lane, QueueName queue, Association task) {
    this.lane = lane;
    this.queue = queue;
    this.task = task;
  }

  /** What is to be written: the task ready to run. */
  public Association task() {
    return task;
  }

  /** The task is durable as it stands here, and this call wrote it: it may be pushed (law 3). */
  public void born() {
    born = true;
  }

  @Override
  public void close() {
    if (born) {
      lane.push(queue, task.ref());
    } else {
      lane.giveUp(queue);
    }
  }
}
