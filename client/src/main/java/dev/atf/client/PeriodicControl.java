package dev.atf.client;

import static dev.atf.protocol.ErrorReason.PERIODIC_NOT_FOUND;

import dev.atf.client.connection.Stubs;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.BackfillPeriodicRequest;
import dev.atf.protocol.v1.BackfillPeriodicResponse;
import dev.atf.protocol.v1.DeletePeriodicRequest;
import dev.atf.protocol.v1.ExplainPeriodicRequest;
import dev.atf.protocol.v1.ExplainPeriodicResponse;
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

/** Operations on periodic tasks. Every call is safe to repeat, and the client retries it. */
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
   * Creates a periodic task. A periodic task that already exists with the same definition is left
   * as it is.
   *
   * @throws AtfException with PERIODIC_EXISTS if the name exists with another definition
   */
  public PeriodicTask create(PeriodicSpec spec) {
    var task = spec.task(json);
    return retries.call(() -> stubs.periodic().create(task));
  }

  /** Replaces the whole definition of a periodic task. */
  public PeriodicTask update(PeriodicSpec spec) {
    var task = spec.task(json);
    return retries.call(() -> stubs.periodic().update(task));
  }

  /** Returns a periodic task with its payload, its next fires, and the outcome of past fires. */
  public PeriodicTask get(String lambda, String name) {
    var request = GetPeriodicRequest.newBuilder().setLambda(lambda).setName(name).build();
    return retries.call(() -> stubs.periodic().get(request));
  }

  /** Explains why a periodic task does not fire, or why the tasks of its fires do not run. */
  public ExplainPeriodicResponse explain(String lambda, String name) {
    var request = ExplainPeriodicRequest.newBuilder().setLambda(lambda).setName(name).build();
    return retries.call(() -> stubs.periodic().explain(request));
  }

  /** Returns a lambda's periodic tasks without their payloads, in the order of their next fires. */
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
   * Deletes a periodic task. After an earlier try whose answer was lost, a missing periodic task
   * counts as deleted.
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

  /** Resumes a periodic task: it fires again from now on. */
  public PeriodicTask resume(String lambda, String name) {
    var request = ResumePeriodicRequest.newBuilder().setLambda(lambda).setName(name).build();
    return retries.call(() -> stubs.periodic().resume(request));
  }

  /**
   * Creates one task now, in addition to the scheduled ones.
   *
   * @return the id of the task
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
   * Creates tasks for past fires that have no task. Continue with the answer's {@code nextFrom} as
   * long as it is set.
   *
   * @param from time of the first fire to check
   * @param until exclusive end of the times to check; not after now
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

  /** Returns the next fires of a periodic task. The periodic task need not exist. */
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
