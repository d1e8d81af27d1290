package dev.atf.controller.place;

import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.Instant;
import java.util.List;

/** Worker host that may work, whatever happens. */
public final class HealthyHost {
  public static final HostIdentity IDENTITY =
      new HostIdentity("place-1", true, "instance1", Instant.EPOCH, "host-1", "", List.of());

  private HealthyHost() {}

  public static HostHealth of(MonotonicClock clock) {
    var health = new HostHealth(clock);
    health.answered(WorkerAnswer.getDefaultInstance(), clock.nanos());
    return health;
  }
}
