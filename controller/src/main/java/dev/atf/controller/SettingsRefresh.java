package dev.atf.controller;

import dev.atf.controller.buffer.ServedLambdas;
import dev.atf.controller.buffer.TaskMatcher;
import dev.atf.controller.claim.CallEndings;
import dev.atf.controller.claim.ClaimTimes;
import dev.atf.controller.claim.RefusedLambdas;
import dev.atf.controller.claim.Releases;
import dev.atf.controller.host.ExecutorStates;
import dev.atf.controller.host.HandedWork;
import dev.atf.controller.host.HostExecutors;
import dev.atf.controller.poll.QueuePolls;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.DescribeLambdasResponse;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.protocol.v1.WorkerPresence;
import dev.atf.protocol.v1.WorkerRefusals;
import dev.atf.queue.QueueName;
import dev.atf.runtime.LogLimit;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.runtime.rpc.CallTimeout;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the HSC for the priorities and gates of the served lambdas, reports what their executors do,
 * and begins to poll queues that are new. A lambda that is not registered yet is asked for again
 * soon; one that joined and is not registered is no longer served.
 */
@Singleton
final class SettingsRefresh implements Step {
  private static final Logger log = LoggerFactory.getLogger(SettingsRefresh.class);
  private static final Duration LOG_EVERY = Duration.ofSeconds(10);

  private final ServedLambdas lambdas;
  private final HscServiceBlockingStub hsc;
  private final ClaimTimes callTimes;
  private final RefreshTimes times;
  private final TaskMatcher matcher;
  private final QueuePolls polls;
  private final Releases releases;
  private final RefusedLambdas refused;
  private final LogLimit dismissals;
  private final HandedWork handed;
  private final ExecutorStates executors;
  private final ControllerId self;
  private final Set<LambdaName> known = new HashSet<>();
  private Set<LambdaName> missing = Set.of();

  /** State of this host, read once for all lambdas. */
  private record Host(Map<LambdaName, Integer> running, Map<String, HostExecutors> executors) {}

  @Inject
  SettingsRefresh(
      ServedLambdas lambdas,
      HscServiceBlockingStub hsc,
      ClaimTimes callTimes,
      RefreshTimes times,
      TaskMatcher matcher,
      QueuePolls polls,
      Releases releases,
      RefusedLambdas refused,
      HandedWork handed,
      ExecutorStates executors,
      MonotonicClock clock,
      ControllerId self) {
    this.lambdas = lambdas;
    this.hsc = hsc;
    this.callTimes = callTimes;
    this.times = times;
    this.matcher = matcher;
    this.polls = polls;
    this.releases = releases;
    this.refused = refused;
    this.handed = handed;
    this.executors = executors;
    this.dismissals = new LogLimit(clock, LOG_EVERY);
    this.self = self;
  }

  /** Names what to do when executors ask for a lambda that is not served yet. */
  void whenJoined(Runnable action) {
    matcher.whenJoined(action);
  }

  @Override
  public Duration turn() {
    var host = new Host(handed.counts(), executors.byLambda());
    var unknown =
        lambdas.names().isEmpty() ? new HashSet<LambdaName>() : ask(lambdas.names(), host);
    matcher.joined().forEach(lambda -> askJoined(lambda, host));
    if (!unknown.isEmpty() && !unknown.equals(missing)) {
      log.warn("lambdas={} are not registered, asking again", unknown);
    }
    missing = unknown;
    refused.take().forEach(this::tell);
    return unknown.isEmpty() ? times.known() : times.unknown();
  }

  /** Returns those of the lambdas that are not registered. */
  private Set<LambdaName> ask(Collection<LambdaName> names, Host host) {
    var request = DescribeLambdasRequest.newBuilder().setControllerId(self.value());
    for (var name : names) {
      request.addLambdas(name.value()).addWorkers(workers(name, host));
    }
    var unknown = new HashSet<>(names);
    for (var settings : describe(request).getLambdasList()) {
      var lambda = new LambdaName(settings.getLambda());
      if (unknown.remove(lambda)) {
        known.add(lambda);
        var priorities = settings.getPrioritiesList().stream().map(Priority::new).toList();
        matcher.setPriorities(lambda, priorities);
        releases.atOnce(matcher.setPaused(lambda, settings.getPaused()));
        priorities.forEach(priority -> polls.ensure(new QueueName(lambda, priority)));
      }
    }
    return unknown;
  }

  /**
   * Asks for one lambda alone: what is wrong with it must not keep the settings of the others away.
   */
  private void askJoined(LambdaName lambda, Host host) {
    try {
      if (!ask(Set.of(lambda), host).isEmpty() && !known.contains(lambda)) {
        dismiss(lambda, ErrorReason.LAMBDA_NOT_FOUND, "is not registered; register it first");
      }
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() != Status.Code.PERMISSION_DENIED || known.contains(lambda)) {
        throw e;
      }
      dismiss(
          lambda,
          ErrorReason.ACTION_NOT_ALLOWED,
          "is none that this host's controller may work for: its own credentials say so");
    }
  }

  private void dismiss(LambdaName lambda, ErrorReason reason, String why) {
    matcher
        .dismiss(lambda)
        .forEach(call -> CallEndings.refuseUnserved(call, reason, "lambda " + lambda + " " + why));
    dismissals.log(
        left ->
            log.warn(
                "lambda={} is asked for by an executor and {}; {} more such lines left out",
                lambda,
                why,
                left));
  }

  private void tell(LambdaName lambda, long calls) {
    var request =
        DescribeLambdasRequest.newBuilder()
            .setControllerId(self.value())
            .addLambdas(lambda.value())
            .addRefusals(
                WorkerRefusals.newBuilder().setLambda(lambda.value()).setCalls(calls).build());
    try {
      var ignored = describe(request);
    } catch (StatusRuntimeException e) {
      log.debug("lambda={} the HSC does not take that it is refused here", lambda, e);
    }
  }

  private DescribeLambdasResponse describe(DescribeLambdasRequest.Builder request) {
    return CallTimeout.on(hsc, callTimes.timeout()).describeLambdas(request.build());
  }

  private WorkerPresence workers(LambdaName lambda, Host host) {
    var demand = matcher.demand(lambda);
    var presence =
        WorkerPresence.newBuilder()
            .setLambda(lambda.value())
            .setWaiting(demand.waiting())
            .setHandedOut(demand.handedOut())
            .setRunning(host.running().getOrDefault(lambda, 0));
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
