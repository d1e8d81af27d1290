package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.protocol.v1.WorkerPresence;
import dev.atf.queue.QueueName;
import dev.atf.runtime.CallTimeout;
import dev.atf.runtime.Step;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the HSC for the priorities and gates of the served lambdas, tells it what their executors
 * do, and begins to poll queues that are new. A lambda that is not registered yet is asked for
 * again soon.
 */
@Singleton
final class SettingsRefresh implements Step {
  private static final Logger log = LoggerFactory.getLogger(SettingsRefresh.class);

  private final ServedLambdas lambdas;
  private final HscServiceBlockingStub hsc;
  private final ClaimTimes callTimes;
  private final RefreshTimes times;
  private final Desk desk;
  private final QueuePolls polls;
  private final Releases releases;
  private final ControllerId self;
  private Set<LambdaName> missing = Set.of();

  @Inject
  SettingsRefresh(
      ServedLambdas lambdas,
      HscServiceBlockingStub hsc,
      ClaimTimes callTimes,
      RefreshTimes times,
      Desk desk,
      QueuePolls polls,
      Releases releases,
      ControllerId self) {
    this.lambdas = lambdas;
    this.hsc = hsc;
    this.callTimes = callTimes;
    this.times = times;
    this.desk = desk;
    this.polls = polls;
    this.releases = releases;
    this.self = self;
  }

  @Override
  public Duration turn() {
    var request = DescribeLambdasRequest.newBuilder().setControllerId(self.value());
    for (var name : lambdas.names()) {
      request.addLambdas(name.value()).addWorkers(workers(name));
    }
    var reply = CallTimeout.on(hsc, callTimes.timeout()).describeLambdas(request.build());
    var unknown = new HashSet<>(lambdas.names());
    for (var settings : reply.getLambdasList()) {
      var lambda = new LambdaName(settings.getLambda());
      if (unknown.remove(lambda)) {
        var priorities = settings.getPrioritiesList().stream().map(Priority::new).toList();
        desk.setPriorities(lambda, priorities);
        releases.atOnce(desk.setPaused(lambda, settings.getPaused()));
        priorities.forEach(priority -> polls.ensure(new QueueName(lambda, priority)));
      }
    }
    if (!unknown.isEmpty() && !unknown.equals(missing)) {
      log.warn("lambdas={} are not registered, asking again", unknown);
    }
    missing = unknown;
    return unknown.isEmpty() ? times.known() : times.unknown();
  }

  private WorkerPresence workers(LambdaName lambda) {
    return WorkerPresence.newBuilder()
        .setLambda(lambda.value())
        .setWaiting(desk.waitingCount(lambda))
        .setHandedOut(desk.handedOutCount(lambda))
        .build();
  }
}
