package dev.atf.store.worker;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.atf.model.LambdaName;
import dev.atf.model.worker.HealthTimes;
import dev.atf.model.worker.LambdaWork;
import dev.atf.model.worker.PlaceRecord;
import dev.atf.model.worker.PlaceRecord.GoneInstance;
import dev.atf.model.worker.PlaceReport;
import dev.atf.model.worker.WorkerInstance;
import dev.atf.model.worker.WorkerOrder;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.store.codec.UnknownFields;
import dev.atf.store.stored.Stored.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Record of a place as the note of a member. */
final class PlaceCodec {
  private PlaceCodec() {}

  /**
   * Returns the note of a record.
   *
   * @param stored note to replace; empty if there is none
   */
  static String note(PlaceRecord record, Optional<String> stored) {
    var before = stored.map(NoteBytes::read).orElse(new byte[0]);
    var message = UnknownFields.keep(message(record), before, 0);
    return NoteBytes.write(message.toByteArray());
  }

  /**
   * Reads a record.
   *
   * @throws IllegalArgumentException if the note is not a record
   */
  static PlaceRecord read(String note) {
    try {
      return record(Place.parseFrom(NoteBytes.read(note)));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("no record of a place", e);
    }
  }

  private static Place message(PlaceRecord record) {
    var message =
        Place.newBuilder()
            .setPlace(record.place().value())
            .setSeenAt(record.seenAt().toEpochMilli())
            .setReport(message(record.report()))
            .setDrain(record.drain())
            .setUnhealthyAfter(record.times().unhealthyAfter().toMillis())
            .setLossAfter(record.times().lossAfter().toMillis());
    record.holder().ifPresent(holder -> message.setHolder(message(holder)));
    record
        .gone()
        .forEach(
            gone ->
                message.addGone(
                    Place.Gone.newBuilder()
                        .setId(gone.id())
                        .setRestarts(gone.order() == WorkerOrder.RESTART)
                        .setReason(gone.reason())
                        .setAt(gone.at().toEpochMilli())));
    return message.build();
  }

  private static Place.WorkerReport message(PlaceReport report) {
    var message =
        Place.WorkerReport.newBuilder()
            .setInstance(message(report.instance()))
            .setOwner(report.owner())
            .setNamed(report.named())
            .setAcknowledged(report.acknowledged())
            .setDrained(report.drained())
            .setChecked(report.checked())
            .setFailingCheck(report.failingCheck())
            .addAllOffers(report.offers());
    report
        .work()
        .forEach(
            work ->
                message.addWork(
                    Place.LambdaWork.newBuilder()
                        .setLambda(work.lambda().value())
                        .setProcesses(work.processes())
                        .setThreads(work.threads())
                        .setWaiting(work.waiting())
                        .setRunning(work.running())
                        .setHandedOut(work.handedOut())
                        .setEnded(work.ended())
                        .setFailed(work.failed())
                        .setUnhealthy(work.unhealthy())));
    return message.build();
  }

  private static Place.WorkerInstance message(WorkerInstance instance) {
    return Place.WorkerInstance.newBuilder()
        .setId(instance.id())
        .setStartedAt(instance.startedAt().toEpochMilli())
        .setHost(instance.host())
        .setVersion(instance.version())
        .build();
  }

  private static PlaceRecord record(Place message) {
    var place = new WorkerPlace(message.getPlace());
    return new PlaceRecord(
        place,
        message.hasHolder() ? Optional.of(instance(message.getHolder())) : Optional.empty(),
        Instant.ofEpochMilli(message.getSeenAt()),
        report(place, message.getReport()),
        message.getDrain(),
        new HealthTimes(
            Duration.ofMillis(message.getUnhealthyAfter()),
            Duration.ofMillis(message.getLossAfter())),
        message.getGoneList().stream()
            .map(
                gone ->
                    new GoneInstance(
                        gone.getId(),
                        gone.getRestarts() ? WorkerOrder.RESTART : WorkerOrder.EXIT,
                        gone.getReason(),
                        Instant.ofEpochMilli(gone.getAt())))
            .toList());
  }

  private static PlaceReport report(WorkerPlace place, Place.WorkerReport message) {
    return new PlaceReport(
        place,
        instance(message.getInstance()),
        message.getOwner(),
        message.getNamed(),
        message.getAcknowledged(),
        false,
        message.getDrained(),
        message.getChecked(),
        message.getFailingCheck(),
        message.getOffersList(),
        message.getWorkList().stream()
            .map(
                work ->
                    new LambdaWork(
                        new LambdaName(work.getLambda()),
                        work.getProcesses(),
                        work.getThreads(),
                        work.getWaiting(),
                        work.getRunning(),
                        work.getHandedOut(),
                        work.getEnded(),
                        work.getFailed(),
                        false,
                        work.getUnhealthy()))
            .toList());
  }

  private static WorkerInstance instance(Place.WorkerInstance message) {
    return new WorkerInstance(
        message.getId(),
        Instant.ofEpochMilli(message.getStartedAt()),
        message.getHost(),
        message.getVersion());
  }
}
