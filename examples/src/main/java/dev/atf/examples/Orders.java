package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;

/** Schedules one task for each order, however often it is asked to, and from wherever. */
public final class Orders {
  public static final String LAMBDA = "confirm-order";

  private final AtfClient atf;

  public Orders(AtfClient atf) {
    this.atf = atf;
  }

  /** What a task says. */
  public record Order(String number) {}

  /**
   * Safe to be repeated when nobody knows whether it was done before.
   *
   * @return whether this call made the task
   */
  public boolean confirm(Order order) {
    return atf.schedule(
            TaskSpec.of(LAMBDA, order).idempotencyKey("confirm/" + order.number()))
        .created();
  }
}
