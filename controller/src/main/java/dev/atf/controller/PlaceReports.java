package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.protocol.v1.WorkerId;
import dev.atf.protocol.v1.WorkerLambda;
import dev.atf.protocol.v1.WorkerReport;
import jakarta.inject.Inject;
import java.time.Duration;

/** Reports of this worker host about itself. */
final class PlaceReports {
  /** Maximum number of lambdas of a report. */
  private static final int LAMBDAS_MAX = 100;

  /** Interval while attempts are not begun until the HSC tells how they end elsewhere. */
  private static final Duration SUSPECTED = Duration.ofSeconds(1);

  private final HostIdentity self;
  private final HostHealth health;
  private final TaskMatcher matcher;
  private final HandedWork handed;
  private final LambdaHealth lambdas;

  @Inject
  PlaceReports(
      HostIdentity self,
      HostHealth health,
      TaskMatcher matcher,
      HandedWork handed,
      LambdaHealth lambdas) {
    this.self = self;
    this.health = health;
    this.matcher = matcher;
    this.handed = handed;
    this.lambdas = lambdas;
  }

  /** Returns the report of this moment. */
  WorkerReport report(HostState state) {
    var report =
        WorkerReport.newBuilder()
            .setWorker(id())
            .setStartedAt(ProtoTimes.proto(self.startedAt()))
            .setHost(self.host())
            .setVersion(self.version())
            .setNamed(self.named())
            .setAcknowledged(health.isAcknowledged())
            .setDrained(isDrained())
            .setChecked(lambdas.isChecked())
            .setFailingCheck(lambdas.failingCheck())
            .addAllOffers(self.offers());
    matcher.lambdas().stream()
        .limit(LAMBDAS_MAX)
        .forEach(lambda -> report.addLambdas(work(lambda, state)));
    return report.build();
  }

  /** Returns the time of a report that is about to be sent, for {@link #answered}. */
  long sending() {
    return health.sending();
  }

  /** Records the answer to a report that was sent at that time. */
  void answered(WorkerAnswer answer, long sentAt) {
    health.answered(answer, sentAt);
    lambdas.told(answer.getElsewhereList());
  }

  /** Returns whether this host may work, as far as it knows. */
  boolean mayWork() {
    return health.mayWork();
  }

  /** Returns why no attempt of a lambda is begun here; empty if some may be. */
  String unhealthy(LambdaName lambda) {
    return lambdas.unhealthy(lambda);
  }

  /** Returns the time until the next report; no longer than {@code most}. */
  Duration next(Duration most) {
    var soon = health.reportIn(most);
    return lambdas.isAnySuspected(matcher.lambdas()) && SUSPECTED.compareTo(soon) < 0
        ? SUSPECTED
        : soon;
  }

  /** Returns the report of a host that ends in order. */
  WorkerReport leaving() {
    return WorkerReport.newBuilder()
        .setWorker(id())
        .setStartedAt(ProtoTimes.proto(self.startedAt()))
        .setHost(self.host())
        .setVersion(self.version())
        .setNamed(self.named())
        .setLeaving(true)
        .build();
  }

  /** Returns whether nothing runs here, and nothing will: in this order, or a claim is missed. */
  private boolean isDrained() {
    return health.isToDrain() && !matcher.isClaiming() && handed.counts().isEmpty();
  }

  private WorkerId id() {
    return WorkerId.newBuilder().setPlace(self.place()).setInstance(self.instance()).build();
  }

  private WorkerLambda work(LambdaName lambda, HostState state) {
    var demand = matcher.demand(lambda);
    var own = state.executors().get(lambda.value());
    var recent = lambdas.ends(lambda);
    return WorkerLambda.newBuilder()
        .setLambda(lambda.value())
        .setProcesses(own == null ? 0 : own.ready())
        .setThreads(lambdas.threads(lambda))
        .setWaiting(demand.waiting())
        .setRunning(state.running().getOrDefault(lambda, 0))
        .setHandedOut(demand.handedOut())
        .setEnded(recent.ends().ended())
        .setFailed(recent.ends().failed())
        .setAsksElsewhere(recent.asksElsewhere())
        .setUnhealthy(lambdas.unhealthy(lambda))
        .build();
  }
}
