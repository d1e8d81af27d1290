package dev.atf.controller;

import dev.atf.controller.TaskMatcher.RecentEnds;
import dev.atf.model.LambdaName;
import dev.atf.model.worker.AttemptEnds;
import dev.atf.protocol.v1.EndsElsewhere;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Health of this host for each of its lambdas: whether the checks of their executors pass, and
 * whether their attempts end as they do on other hosts. One lambda's does not affect the others.
 */
final class LambdaHealth {
  private final ExecutorChecks checks;
  private final TaskMatcher matcher;

  @Inject
  LambdaHealth(ExecutorChecks checks, TaskMatcher matcher) {
    this.checks = checks;
    this.matcher = matcher;
  }

  /** Returns whether any health check has ever passed; true while none has failed. */
  boolean isChecked() {
    return checks.hasEverPassed();
  }

  /** Returns what fails on all executors of this host; empty if one passes. */
  String failingCheck() {
    return checks.failure();
  }

  /** Returns the number of threads of a lambda's executors. */
  int threads(LambdaName lambda) {
    return checks.threads(lambda);
  }

  RecentEnds ends(LambdaName lambda) {
    return matcher.ends(lambda);
  }

  /** Returns why no attempt of a lambda is begun here; empty if some may be. */
  String unhealthy(LambdaName lambda) {
    var failure = checks.failure(lambda);
    return failure.isEmpty() ? ends(lambda).reason() : failure;
  }

  /** Returns whether any lambda waits to be told how its attempts end elsewhere. */
  boolean isAnySuspected(List<LambdaName> lambdas) {
    return lambdas.stream().anyMatch(lambda -> ends(lambda).suspected());
  }

  /** Records how attempts end on other hosts, as the HSC has told. */
  void told(List<EndsElsewhere> elsewhere) {
    for (var one : elsewhere) {
      matcher.endsElsewhere(
          new LambdaName(one.getLambda()),
          new AttemptEnds(one.getHosts(), one.getEnded(), one.getFailed()));
    }
  }
}
