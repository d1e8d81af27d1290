package dev.atf.hsc.rpc;

import dev.atf.hsc.call.ControllerId;
import dev.atf.hsc.lambda.ClosedGates;
import dev.atf.hsc.lambda.EffectiveLambda;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.hsc.worker.DescribeCall;
import dev.atf.hsc.worker.PlaceDirectory;
import dev.atf.hsc.worker.WorkerSightings;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.lambda.Capability;
import dev.atf.model.worker.LambdaWork;
import dev.atf.model.worker.PlaceReport;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.DescribeLambdasResponse;
import dev.atf.protocol.v1.EndsElsewhere;
import dev.atf.protocol.v1.LambdaSettings;
import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.runtime.auth.Principal;
import dev.atf.store.awake.AwakeView;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;

/**
 * Answers controllers with the settings of lambdas, from memory, and records the workers that they
 * report.
 */
final class DescribeHandler {
  private final Lambdas lambdas;
  private final ClosedGates gates;
  private final WorkerSightings workers;
  private final PlaceDirectory places;
  private final AwakeView awake;

  @Inject
  DescribeHandler(
      Lambdas lambdas,
      ClosedGates gates,
      WorkerSightings workers,
      PlaceDirectory places,
      AwakeView awake) {
    this.lambdas = lambdas;
    this.gates = gates;
    this.workers = workers;
    this.places = places;
    this.awake = awake;
  }

  /** Returns the settings of those requested lambdas that are registered. */
  DescribeLambdasResponse describe(DescribeCall call, Instant now) {
    var response = DescribeLambdasResponse.newBuilder();
    var reported = call.report().map(places::asStored);
    for (var name : call.lambdas()) {
      boolean asleep =
          reported.filter(report -> isWatchedElsewhere(name, report.place(), now)).isPresent();
      lambdas
          .find(name)
          .ifPresent(
              effective ->
                  response.addLambdas(
                      settings(effective).setPaused(gates.pauses(name, now)).setIdle(asleep)));
    }
    call.controller().ifPresent(controller -> note(controller, call.workers(), now));
    reported.ifPresent(report -> response.setWorker(answer(report, now)));
    return response.build();
  }

  private static LambdaSettings.Builder settings(EffectiveLambda effective) {
    var lambda = effective.definition();
    return LambdaSettings.newBuilder()
        .setLambda(lambda.name().value())
        .addAllPriorities(lambda.priorities().stream().map(Priority::value).toList())
        .setLease(ProtoTimes.proto(effective.lease()))
        .addAllNeeds(lambda.needs().stream().map(Capability::value).toList());
  }

  /**
   * Returns whether the executors of a lambda sleep while the host of another place waits for its
   * first task.
   */
  private boolean isWatchedElsewhere(LambdaName lambda, WorkerPlace place, Instant now) {
    return !awake.isAwake(lambda, now)
        && places.watcher(lambda, now).filter(watcher -> !watcher.equals(place)).isPresent();
  }

  private WorkerAnswer answer(PlaceReport report, Instant now) {
    var answer =
        WorkerAnswer.newBuilder().setUnhealthyAfter(ProtoTimes.proto(places.unhealthyAfter()));
    places
        .report(report, now)
        .ifPresent(
            decision ->
                answer
                    .setHealth(WorkerAnswer.Health.valueOf(decision.health().name()))
                    .setOrder(WorkerAnswer.Order.valueOf(decision.order().name()))
                    .setReason(decision.reason()));
    report.work().stream()
        .filter(LambdaWork::asksElsewhere)
        .forEach(work -> answer.addElsewhere(elsewhere(work.lambda(), report.place(), now)));
    return answer.build();
  }

  private EndsElsewhere elsewhere(LambdaName lambda, WorkerPlace place, Instant now) {
    var ends = places.elsewhere(lambda, place, now);
    return EndsElsewhere.newBuilder()
        .setLambda(lambda.value())
        .setHosts(ends.hosts())
        .setEnded(ends.ended())
        .setFailed(ends.failed())
        .build();
  }

  private void note(ControllerId controller, List<DescribeCall.Presence> seen, Instant now) {
    var known = seen.stream().filter(one -> lambdas.find(one.lambda()).isPresent()).toList();
    workers.seen(Principal.current(), controller, known, now);
  }
}
