package dev.atf.frontend.express;

import dev.atf.model.task.Association;
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
  private final TaskMessage message;
  private boolean created;

  ExpressReservation(ExpressLane path, QueueName queue, Association task, TaskMessage message) {
    this.path = path;
    this.queue = queue;
    this.task = task;
    this.message = message;
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
      path.push(queue, message);
    } else {
      path.giveUp(queue);
    }
  }
}
