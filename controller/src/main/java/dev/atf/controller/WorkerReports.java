package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.model.worker.AttemptEnds;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.protocol.v1.WorkerId;
import dev.atf.protocol.v1.WorkerLambda;
import dev.atf.protocol.v1.WorkerPresence;
import dev.atf.protocol.v1.WorkerReport;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;

/**
 * Reports of this worker host about itself, and the answers to them. The host is healthy or
 * unhealthy for each of its lambdas separately. It is unhealthy for a lambda if the checks of all
 * executors of the lambda fail, or if attempts fail here that succeed on other hosts.
 */
final class WorkerReports {
  /** Maximum number of lambdas of a report. */
  private static final int LAMBDAS_MAX = 100;

  /**
   * Interval of reports while no attempts start until the HSC reports how they end on other hosts.
   */
  private static final Duration SUSPECTED = Duration.ofSeconds(1);

  private final HostIdentity self;
  private final HostHealth health;
  private final ExecutorChecks checks;
  private final ExecutorStates executors;
  private final HostOffers offers;
  private final TaskMatcher matcher;
  private final HandedWork handed;

  /**
   * State of this host's executors at one moment.
   *
   * @param running number of running attempts by lambda
   * @param executors executor processes by lambda; empty without a supervisor
   */
  record HostState(Map<LambdaName, Integer> running, Map<String, HostExecutors> executors) {}

  @Inject
  WorkerReports(
      HostIdentity self,
      HostHealth health,
      ExecutorChecks checks,
      ExecutorStates executors,
      HostOffers offers,
      TaskMatcher matcher,
      HandedWork handed) {
    this.self = self;
    this.health = health;
    this.checks = checks;
    this.executors = executors;
    this.offers = offers;
    this.matcher = matcher;
    this.handed = handed;
  }

  /** Returns the current state of this host. One state serves all lambdas of a report. */
  HostState state() {
    return new HostState(handed.counts(), executors.byLambda());
  }

  /** Returns the report of a state. */
  WorkerReport report(HostState state) {
    var report =
        ofThisHost()
            .setAcknowledged(health.isAcknowledged())
            .setDrained(isDrained())
            .setChecked(checks.hasEverPassed())
            .setFailingCheck(checks.failure())
            .addAllOffers(self.offers());
    matcher.lambdas().stream()
        .limit(LAMBDAS_MAX)
        .forEach(lambda -> report.addLambdas(work(lambda, state)));
    return report.build();
  }

  /** Returns the report of a host that shuts down in an orderly way. */
  WorkerReport leaving() {
    return ofThisHost().setLeaving(true).build();
  }

  private WorkerReport.Builder ofThisHost() {
    return WorkerReport.newBuilder()
        .setWorker(
            WorkerId.newBuilder().setPlace(self.place()).setInstance(self.instance()).build())
        .setStartedAt(ProtoTimes.proto(self.startedAt()))
        .setHost(self.host())
        .setVersion(self.version())
        .setNamed(self.named());
  }

  private WorkerLambda work(LambdaName lambda, HostState state) {
    var demand = matcher.demand(lambda);
    var own = state.executors().get(lambda.value());
    var recent = matcher.ends(lambda);
    return WorkerLambda.newBuilder()
        .setLambda(lambda.value())
        .setProcesses(own == null ? 0 : own.ready())
        .setThreads(checks.threads(lambda))
        .setWaiting(demand.waiting())
        .setRunning(state.running().getOrDefault(lambda, 0))
        .setHandedOut(demand.handedOut())
        .setEnded(recent.ends().ended())
        .setFailed(recent.ends().failed())
        .setAsksElsewhere(recent.asksElsewhere())
        .setUnhealthy(unhealthy(lambda))
        .build();
  }

  /** Returns the state of one lambda's executors on this host. */
  WorkerPresence presence(LambdaName lambda, HostState state) {
    var demand = matcher.demand(lambda);
    var presence =
        WorkerPresence.newBuilder()
            .setLambda(lambda.value())
            .setWaiting(demand.waiting())
            .setHandedOut(demand.handedOut())
            .setRunning(state.running().getOrDefault(lambda, 0))
            .addAllMissingNeeds(offers.missing(lambda))
            .setUnhealthy(unhealthy(lambda));
    demand.askedAgo().ifPresent(ago -> presence.setAskedAgo(ProtoTimes.proto(ago)));
    var own = state.executors().get(lambda.value());
    if (own != null) {
      presence.setExecutors(proto(own));
    }
    return presence.build();
  }

  private static WorkerPresence.Executors proto(HostExecutors own) {
    var proto =
        WorkerPresence.Executors.newBuilder()
            .setWanted(own.wanted())
            .setReady(own.ready())
            .setStarting(own.starting())
            .setFailing(own.failing());
    own.failure()
        .ifPresent(
            failure ->
                proto
                    .setExitCode(failure.exitCode())
                    .setHow(failure.how())
                    .setDeathsInARow(failure.inARow())
                    .setFailingSince(ProtoTimes.proto(failure.since()))
                    .setLastError(failure.lastError()));
    return proto.build();
  }

  /**
   * Returns whether nothing runs here and nothing will start. The order of the checks matters,
   * because another order could miss a claim.
   */
  private boolean isDrained() {
    return health.isToDrain() && !matcher.isClaiming() && handed.counts().isEmpty();
  }

  /** Returns the time of a report that is about to be sent, for {@link #answered}. */
  long sending() {
    return health.sending();
  }

  /** Records the answer to a report. */
  void answered(WorkerAnswer answer, long sentAt) {
    health.answered(answer, sentAt);
    for (var other : answer.getElsewhereList()) {
      matcher.endsElsewhere(
          new LambdaName(other.getLambda()),
          new AttemptEnds(other.getHosts(), other.getEnded(), other.getFailed()));
    }
  }

  /** Returns whether this host may work, as far as it knows. */
  boolean mayWork() {
    return health.mayWork();
  }

  /** Returns why no attempt of a lambda starts here; empty if attempts may start. */
  String unhealthy(LambdaName lambda) {
    var failure = checks.failure(lambda);
    return failure.isEmpty() ? matcher.ends(lambda).reason() : failure;
  }

  /** Returns the time until the next report, at most {@code most}. */
  Duration next(Duration most) {
    var soon = health.reportIn(most);
    boolean suspected = matcher.lambdas().stream().anyMatch(name -> matcher.ends(name).suspected());
    return suspected && SUSPECTED.compareTo(soon) < 0 ? SUSPECTED : soon;
  }
}
