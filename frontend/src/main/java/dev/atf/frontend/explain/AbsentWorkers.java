package dev.atf.frontend.explain;

import dev.atf.frontend.reason.Reason;
import dev.atf.model.LambdaName;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Finds out why no executor takes tasks of a lambda. The explained task belongs to another lambda.
 */
public final class AbsentWorkers {
  private final LambdaHosts.Source hosts;

  @Inject
  AbsentWorkers(LambdaHosts.Source hosts) {
    this.hosts = hosts;
  }

  /** Returns the reason as a clause; empty if executors request work of the lambda. */
  public Optional<String> of(LambdaName lambda, Instant now) {
    var found = hosts.of(lambda, now.minus(TaskFacts.WORKERS_OF), now);
    return new WorkerReason(lambda, found.seen(), found.heard(), List.of(), now)
        .absent()
        .map(Reason::message);
  }
}
