package dev.atf.frontend.worker;

import dev.atf.model.LambdaName;
import dev.atf.model.worker.LambdaWork;
import dev.atf.model.worker.PlaceRecord;
import dev.atf.model.worker.WorkerHealth;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.GoneWorker;
import dev.atf.protocol.v1.ListWorkersResponse;
import dev.atf.protocol.v1.Worker;
import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.protocol.v1.WorkerLambda;
import dev.atf.store.worker.WorkerPlaces;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Worker hosts as clients see them. Their health follows the limits of the HSC that recorded them.
 */
final class WorkerView {
  private final WorkerPlaces places;
  private final InstantSource clock;

  @Inject
  WorkerView(WorkerPlaces places, InstantSource clock) {
    this.places = places;
    this.clock = clock;
  }

  static StatusRuntimeException notFound(WorkerPlace place) {
    return RpcErrors.of(
        ErrorReason.WORKER_NOT_FOUND,
        "no worker host has held place %s within a week".formatted(place));
  }

  /**
   * Returns the worker hosts.
   *
   * @param lambda restricts the list to hosts that serve it; empty for all hosts
   */
  ListWorkersResponse list(Optional<LambdaName> lambda) {
    var response = ListWorkersResponse.newBuilder();
    places.read(clock.instant()).values().stream()
        .map(WorkerPlaces.Seen::record)
        .filter(place -> !place.isForgettable())
        .filter(place -> lambda.isEmpty() || place.worksFor(lambda.get()))
        .forEach(place -> response.addWorkers(of(place)));
    return response.build();
  }

  /**
   * Returns the host of a place.
   *
   * @throws StatusRuntimeException WORKER_NOT_FOUND
   */
  Worker get(WorkerPlace place) {
    return Optional.ofNullable(places.read(clock.instant()).get(place))
        .map(seen -> of(seen.record()))
        .orElseThrow(() -> notFound(place));
  }

  Worker of(PlaceRecord place) {
    var now = clock.instant();
    var health = place.health(now, Instant.MIN, place.times());
    var report = place.report();
    var worker =
        Worker.newBuilder()
            .setPlace(place.place().value())
            .setHealth(WorkerAnswer.Health.valueOf(health.name()))
            .setReason(reason(place, health, now))
            .setInstance(place.holder().map(holder -> holder.id()).orElse(""))
            .setHost(report.instance().host())
            .setVersion(report.instance().version())
            .setDrained(place.isDrained())
            .setStartedAt(ProtoTimes.proto(report.instance().startedAt()))
            .setSeenAt(ProtoTimes.proto(place.seenAt()))
            .setDrainedBy(place.drain())
            .addAllOffers(report.offers())
            .setRunning(report.work().stream().mapToInt(LambdaWork::running).sum());
    report.work().forEach(work -> worker.addLambdas(proto(work)));
    place
        .gone()
        .forEach(
            gone ->
                worker.addGone(
                    GoneWorker.newBuilder()
                        .setInstance(gone.id())
                        .setReason(gone.reason())
                        .setAt(ProtoTimes.proto(gone.at()))));
    return worker.build();
  }

  private static String reason(PlaceRecord place, WorkerHealth health, Instant now) {
    var failing = place.report().failingCheck();
    return switch (health) {
      case HEALTHY -> "";
      case NEW -> "it has just started";
      case UNHEALTHY -> failing.isEmpty() ? silent(place, now) : "health check: " + failing;
      case MUST_DIE -> place.holder().isEmpty() ? "no host holds the place" : silent(place, now);
    };
  }

  private static String silent(PlaceRecord place, Instant now) {
    return "silent for %d s".formatted(Duration.between(place.seenAt(), now).toSeconds());
  }

  private static WorkerLambda proto(LambdaWork work) {
    return WorkerLambda.newBuilder()
        .setLambda(work.lambda().value())
        .setProcesses(work.processes())
        .setThreads(work.threads())
        .setWaiting(work.waiting())
        .setRunning(work.running())
        .setHandedOut(work.handedOut())
        .setEnded(work.ended())
        .setFailed(work.failed())
        .setUnhealthy(work.unhealthy())
        .build();
  }
}
