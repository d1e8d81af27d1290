package dev.atf.controller;

import dev.atf.controller.WorkerReports.HostState;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.DescribeLambdasResponse;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.protocol.v1.LambdaSettings;
import dev.atf.protocol.v1.WorkerPresence;
import dev.atf.protocol.v1.WorkerRefusals;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.rpc.CallTimeout;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the HSC for the settings of lambdas, and tells it with that what their executors do. */
final class SettingsCalls {
  private static final Logger log = LoggerFactory.getLogger(SettingsCalls.class);

  private final HscServiceBlockingStub hsc;
  private final ControllerConfig config;

  /** Identity of this start: host, process and a nonce. */
  private final String self;

  private final TaskMatcher matcher;
  private final HostOffers offers;
  private final WorkerReports reports;

  /**
   * Served lambda, as far as its queues are concerned.
   *
   * @param closed whether none of its queues is polled: its gate is closed, or the host does not
   *     offer all that it needs
   * @param idle whether another host waits at its queues while it sleeps
   */
  record PolledLambda(LambdaName lambda, List<Priority> priorities, boolean closed, boolean idle) {}

  @Inject
  SettingsCalls(
      HscServiceBlockingStub hsc,
      ControllerConfig config,
      TaskMatcher matcher,
      HostOffers offers,
      WorkerReports reports,
      ProcessName process,
      RandomGenerator random) {
    this.hsc = hsc;
    this.config = config;
    this.self = process.unique(random);
    this.matcher = matcher;
    this.offers = offers;
    this.reports = reports;
  }

  /** Tells the HSC that this host ends in order; if it does not answer, silence tells it. */
  void leave(LambdaName any) {
    try {
      var ignored =
          describe(
              DescribeLambdasRequest.newBuilder()
                  .setControllerId(self)
                  .addLambdas(any.value())
                  .setReport(reports.leaving()));
    } catch (StatusRuntimeException e) {
      log.info("the HSC was not told that this host ends: {}", e.getStatus().getCode());
    }
  }

  /**
   * Returns the settings of those of the lambdas that are registered.
   *
   * @throws StatusRuntimeException if the HSC does not answer, or refuses one of them
   */
  List<PolledLambda> ask(Collection<LambdaName> names, HostState host) {
    var request =
        DescribeLambdasRequest.newBuilder()
            .setControllerId(self)
            .setReport(reports.report(host));
    for (var name : names) {
      request.addLambdas(name.value()).addWorkers(workers(name, host));
    }
    long sentAt = reports.sending();
    var response = describe(request);
    reports.answered(response.getWorker(), sentAt);
    return response.getLambdasList().stream().map(this::onThisHost).toList();
  }

  private PolledLambda onThisHost(LambdaSettings settings) {
    var lambda = new LambdaName(settings.getLambda());
    boolean fit = offers.match(lambda, settings.getNeedsList());
    return new PolledLambda(
        lambda,
        settings.getPrioritiesList().stream().map(Priority::new).toList(),
        settings.getPaused() || !fit || !reports.unhealthy(lambda).isEmpty(),
        settings.getIdle());
  }

  /**
   * Tells that executors were refused, for their lambda is not served here.
   *
   * @throws StatusRuntimeException if the HSC does not answer, or does not take it
   */
  void tellRefused(LambdaName lambda, long calls) {
    var request =
        DescribeLambdasRequest.newBuilder()
            .setControllerId(self)
            .addLambdas(lambda.value())
            .addRefusals(
                WorkerRefusals.newBuilder().setLambda(lambda.value()).setCalls(calls).build());
    var ignored = describe(request);
  }

  private DescribeLambdasResponse describe(DescribeLambdasRequest.Builder request) {
    return CallTimeout.on(hsc, config.claimTimeout()).describeLambdas(request.build());
  }

  private WorkerPresence workers(LambdaName lambda, HostState host) {
    var demand = matcher.demand(lambda);
    var presence =
        WorkerPresence.newBuilder()
            .setLambda(lambda.value())
            .setWaiting(demand.waiting())
            .setHandedOut(demand.handedOut())
            .setRunning(host.running().getOrDefault(lambda, 0))
            .addAllMissingNeeds(offers.missing(lambda))
            .setUnhealthy(reports.unhealthy(lambda));
    demand.askedAgo().ifPresent(ago -> presence.setAskedAgo(ProtoTimes.proto(ago)));
    var own = host.executors().get(lambda.value());
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
}
