package dev.atf.frontend;

import dev.atf.frontend.task.Rescheduling;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.model.task.Association;
import dev.atf.model.task.Transition;
import java.time.Instant;
import java.util.Optional;

/** Transitions that the frontend writes for a client that asks for another time. */
public final class ClientDecisions {
  private ClientDecisions() {}

  public static Optional<Transition> reschedule(Association seen, Instant at, Instant now) {
    return written(Rescheduling.reschedule(seen, at, now));
  }

  public static Optional<Transition> runNow(Association seen, Instant now) {
    return written(Rescheduling.runNow(seen, now));
  }

  private static Optional<Transition> written(Next next) {
    return next instanceof Next.Write write ? Optional.of(write.transition()) : Optional.empty();
  }
}
