package dev.atf.controller;

import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.Instant;
import java.util.List;

/** Worker host that may work until it is ordered otherwise. */
final class HealthyHost {
  static final HostIdentity IDENTITY =
      new HostIdentity("place-1", true, "instance1", Instant.EPOCH, "host-1", "", List.of());

  private HealthyHost() {}

  static HostHealth of(MonotonicClock clock) {
    var health = new HostHealth(clock);
    health.answered(WorkerAnswer.getDefaultInstance(), clock.nanos());
    return health;
  }

  /** Gives the host an order, as an answer to its report does. */
  static void order(HostHealth health, WorkerAnswer.Order order) {
    health.answered(WorkerAnswer.newBuilder().setOrder(order).build(), 0);
  }
}
