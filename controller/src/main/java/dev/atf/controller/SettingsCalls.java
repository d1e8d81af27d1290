package dev.atf.controller;

import dev.atf.controller.buffer.TaskBuffers;
import dev.atf.controller.claim.ClaimTimes;
import dev.atf.controller.host.ExecutorStates;
import dev.atf.controller.host.HandedWork;
import dev.atf.controller.host.HostExecutors;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.DescribeLambdasResponse;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.protocol.v1.LambdaSettings;
import dev.atf.protocol.v1.WorkerPresence;
import dev.atf.protocol.v1.WorkerRefusals;
import dev.atf.runtime.rpc.CallTimeout;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Asks the HSC for the settings of lambdas, and tells it with that what their executors do. */
final class SettingsCalls {
  private final HscServiceBlockingStub hsc;
  private final ClaimTimes times;
  private final ControllerId self;
  private final TaskBuffers buffers;
  private final HandedWork handed;
  private final ExecutorStates executors;
  private final HostOffers offers;

  /** State of this host, looked at once for all lambdas. */
  record Host(Map<LambdaName, Integer> running, Map<String, HostExecutors> executors) {}

  /**
   * Served lambda, as far as its queues are concerned.
   *
   * @param closed whether none of its queues is polled: its gate is closed, or the host does not
   *     offer all that it needs
   */
  record PolledLambda(LambdaName lambda, List<Priority> priorities, boolean closed) {}

  @Inject
  SettingsCalls(
      HscServiceBlockingStub hsc,
      ClaimTimes times,
      ControllerId self,
      TaskBuffers buffers,
      HandedWork handed,
      ExecutorStates executors,
      HostOffers offers) {
    this.hsc = hsc;
    this.times = times;
    this.self = self;
    this.buffers = buffers;
    this.handed = handed;
    this.executors = executors;
    this.offers = offers;
  }

  Host look() {
    return new Host(handed.counts(), executors.byLambda());
  }

  /**
   * Returns the settings of those of the lambdas that are registered.
   *
   * @throws StatusRuntimeException if the HSC does not answer, or refuses one of them
   */
  List<PolledLambda> ask(Collection<LambdaName> names, Host host) {
    var request = DescribeLambdasRequest.newBuilder().setControllerId(self.value());
    for (var name : names) {
      request.addLambdas(name.value()).addWorkers(workers(name, host));
    }
    return describe(request).getLambdasList().stream().map(this::onThisHost).toList();
  }

  private PolledLambda onThisHost(LambdaSettings settings) {
    var lambda = new LambdaName(settings.getLambda());
    boolean fit = offers.match(lambda, settings.getNeedsList());
    return new PolledLambda(
        lambda,
        settings.getPrioritiesList().stream().map(Priority::new).toList(),
        settings.getPaused() || !fit);
  }

  /**
   * Tells that executors were refused, for their lambda is not served here.
   *
   * @throws StatusRuntimeException if the HSC does not answer, or does not take it
   */
  void tellRefused(LambdaName lambda, long calls) {
    var request =
        DescribeLambdasRequest.newBuilder()
            .setControllerId(self.value())
            .addLambdas(lambda.value())
            .addRefusals(
                WorkerRefusals.newBuilder().setLambda(lambda.value()).setCalls(calls).build());
    var ignored = describe(request);
  }

  private DescribeLambdasResponse describe(DescribeLambdasRequest.Builder request) {
    return CallTimeout.on(hsc, times.timeout()).describeLambdas(request.build());
  }

  private WorkerPresence workers(LambdaName lambda, Host host) {
    var demand = buffers.demand(lambda);
    var presence =
        WorkerPresence.newBuilder()
            .setLambda(lambda.value())
            .setWaiting(demand.waiting())
            .setHandedOut(demand.handedOut())
            .setRunning(host.running().getOrDefault(lambda, 0))
            .addAllMissingNeeds(offers.missing(lambda));
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
