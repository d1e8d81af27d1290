package dev.atf.client;

import static dev.atf.protocol.ErrorReason.PERIODIC_NOT_FOUND;

import dev.atf.client.connection.Stubs;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.BackfillPeriodicRequest;
import dev.atf.protocol.v1.BackfillPeriodicResponse;
import dev.atf.protocol.v1.DeletePeriodicRequest;
import dev.atf.protocol.v1.Fire;
import dev.atf.protocol.v1.GetPeriodicRequest;
import dev.atf.protocol.v1.ListFiresRequest;
import dev.atf.protocol.v1.ListFiresResponse;
import dev.atf.protocol.v1.ListPeriodicRequest;
import dev.atf.protocol.v1.ListPeriodicResponse;
import dev.atf.protocol.v1.PausePeriodicRequest;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.PreviewPeriodicRequest;
import dev.atf.protocol.v1.ResumePeriodicRequest;
import dev.atf.protocol.v1.TriggerPeriodicRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Tasks that are made again and again. Every call may be repeated, and is. */
public final class PeriodicControl {
  private final Stubs stubs;
  private final Retries retries;
  private final PayloadJson json;
  private final Supplier<String> freshNames;

  PeriodicControl(Stubs stubs, Retries retries, PayloadJson json, Supplier<String> freshNames) {
    this.stubs = stubs;
    this.retries = retries;
    this.json = json;
    this.freshNames = freshNames;
  }

  /**
   * Creates a periodic task; one that exists with the same definition is left as it is.
   *
   * @throws AtfException with PERIODIC_EXISTS if its name has another definition
   */
  public PeriodicTask create(PeriodicSpec spec) {
    var task = spec.task(json);
    return retries.call(() -> stubs.periodic().create(task));
  }

  /** Replaces the whole definition. */
  public PeriodicTask update(PeriodicSpec spec) {
    var task = spec.task(json);
    return retries.call(() -> stubs.periodic().update(task));
  }

  /** A periodic task with its payload, its next fires and what became of the others. */
  public PeriodicTask get(String lambda, String name) {
    var request = GetPeriodicRequest.newBuilder().setLambda(lambda).setName(name).build();
    return retries.call(() -> stubs.periodic().get(request));
  }

  /** Returns a lambda's periodic tasks, without their payloads; the next to fire first. */
  public Pages<PeriodicTask> list(String lambda) {
    var request = ListPeriodicRequest.newBuilder().setLambda(lambda).build();
    return Pages.of(
        request,
        page -> retries.call(() -> stubs.periodic().list(page)),
        ListPeriodicResponse::getTasksList,
        answer ->
            Pages.token(answer.getNextPageToken())
                .map(token -> request.toBuilder().setPageToken(token).build()));
  }

  /**
   * Deletes a periodic task. When the answer of an earlier try was lost, a missing one counts as
   * deleted.
   */
  public void delete(String lambda, String name) {
    var request = DeletePeriodicRequest.newBuilder().setLambda(lambda).setName(name).build();
    retries.delete(() -> stubs.periodic().delete(request), PERIODIC_NOT_FOUND);
  }

  /** Pauses a periodic task: nothing fires until it is resumed. */
  public PeriodicTask pause(String lambda, String name) {
    var request = PausePeriodicRequest.newBuilder().setLambda(lambda).setName(name).build();
    return retries.call(() -> stubs.periodic().pause(request));
  }

  /** Fires again, from now on. */
  public PeriodicTask resume(String lambda, String name) {
    var request = ResumePeriodicRequest.newBuilder().setLambda(lambda).setName(name).build();
    return retries.call(() -> stubs.periodic().resume(request));
  }

  /**
   * Makes one task now, besides the schedule.
   *
   * @return its id
   */
  public String trigger(String lambda, String name) {
    var request =
        TriggerPeriodicRequest.newBuilder()
            .setLambda(lambda)
            .setName(name)
            .setIdempotencyKey(freshNames.get())
            .build();
    return retries.call(() -> stubs.periodic().trigger(request)).getTaskId();
  }

  /**
   * Creates tasks for past fires that have none; continue with the answer's {@code nextFrom}, while
   * it has one.
   *
   * @param from of the first fire that is looked at
   * @param until exclusive; not after now
   */
  public BackfillPeriodicResponse backfill(
      String lambda, String name, Instant from, Instant until) {
    var request =
        BackfillPeriodicRequest.newBuilder()
            .setLambda(lambda)
            .setName(name)
            .setFrom(ProtoTimes.proto(from))
            .setUntil(ProtoTimes.proto(until))
            .build();
    return retries.call(() -> stubs.periodic().backfill(request));
  }

  /** Returns the next fires that a periodic task would have, which need not exist. */
  public List<Fire> preview(PeriodicSpec spec, int count) {
    var task = spec.task(json);
    var request =
        PreviewPeriodicRequest.newBuilder()
            .setLambda(task.getLambda())
            .setName(task.getName())
            .setSchedule(task.getSchedule())
            .setCount(count)
            .build();
    return retries.call(() -> stubs.periodic().preview(request)).getFiresList();
  }

  /** Returns past fires with their tasks, the latest first. */
  public Pages<Fire> fires(String lambda, String name) {
    var request = ListFiresRequest.newBuilder().setLambda(lambda).setName(name).build();
    return Pages.of(
        request,
        page -> retries.call(() -> stubs.periodic().listFires(page)),
        ListFiresResponse::getFiresList,
        answer ->
            answer.hasNextBefore()
                ? Optional.of(request.toBuilder().setBefore(answer.getNextBefore()).build())
                : Optional.empty());
  }
}
