package dev.atf.frontend.express;

import dev.atf.model.Association;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskMessage;

/**
 * Reservation on the express lane for one task that is about to be written. The owner closes it,
 * and says before that whether the task was created. Not thread-safe.
 */
public final class ExpressReservation implements AutoCloseable {
  private final ExpressLane path;
  private final QueueName queue;
  private final Association task;
  private final int weight;
  private boolean created;

  /**
   * @param weight of the task's group of fairness keys
   */
  ExpressReservation(ExpressLane path, QueueName queue, Association task, int weight) {
    this.path = path;
    this.queue = queue;
    this.task = task;
    this.weight = weight;
  }

  /** Returns the association to be written: the task ready to run. */
  public Association task() {
    return task;
  }

  /**
   * Records that the task is durable as it stands here, and that this call wrote it: it may be
   * pushed (law 3).
   */
  public void created() {
    created = true;
  }

  @Override
  public void close() {
    if (created) {
      path.push(queue, new TaskMessage(task.ref(), task.header().group(), weight));
    } else {
      path.giveUp(queue);
    }
  }
}
