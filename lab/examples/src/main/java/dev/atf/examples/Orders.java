package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;

/**
 * Schedules exactly one task for each order, even if it is called repeatedly and from several
 * processes.
 */
public final class Orders {
  public static final String LAMBDA = "confirm-order";

  private final AtfClient atf;

  public Orders(AtfClient atf) {
    this.atf = atf;
  }

  /** Payload of a task. */
  public record Order(String number) {}

  /**
   * Schedules the task. The caller may repeat it when the outcome is unknown.
   *
   * @return whether this call has created the task
   */
  public boolean confirm(Order order) {
    return atf.schedule(TaskSpec.of(LAMBDA, order).idempotencyKey("confirm/" + order.number()))
        .created();
  }
}
