package dev.atf.client;

import static dev.atf.protocol.ErrorReason.PERIODIC_NOT_FOUND;

import com.google.protobuf.ByteString;
import dev.atf.protocol.v1.BackfillPeriodicRequest;
import dev.atf.protocol.v1.BackfillPeriodicResponse;
import dev.atf.protocol.v1.DeletePeriodicRequest;
import dev.atf.protocol.v1.GetPeriodicRequest;
import dev.atf.protocol.v1.ListFiresRequest;
import dev.atf.protocol.v1.ListFiresResponse;
import dev.atf.protocol.v1.ListPeriodicRequest;
import dev.atf.protocol.v1.ListPeriodicResponse;
import dev.atf.protocol.v1.PausePeriodicRequest;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.PreviewPeriodicRequest;
import dev.atf.protocol.v1.PreviewPeriodicResponse;
import dev.atf.protocol.v1.ResumePeriodicRequest;
import dev.atf.protocol.v1.TriggerPeriodicRequest;
import java.util.function.Function;
import java.util.function.Supplier;

/** Tasks that are made again and again. Every call may be repeated, and is. */
public final class PeriodicControl {
  private final Stubs stubs;
  private final Retries retries;
  private final Function<Object, ByteString> payloads;
  private final Supplier<String> freshNames;

  /**
   * @param payloads writes a payload as JSON
   */
  PeriodicControl(
      Stubs stubs,
      Retries retries,
      Function<Object, ByteString> payloads,
      Supplier<String> freshNames) {
    this.stubs = stubs;
    this.retries = retries;
    this.payloads = payloads;
    this.freshNames = freshNames;
  }

  /**
   * Creates a periodic task; one that exists with the same definition is left as it is.
   *
   * @param payload of each of its tasks, written as JSON by the client's mapper
   * @throws AtfException with PERIODIC_EXISTS if its name has another definition
   */
  public PeriodicTask create(PeriodicTask task, Object payload) {
    return create(with(task, payload));
  }

  /** Creates a periodic task with the payload that is in it, or none. */
  public PeriodicTask create(PeriodicTask task) {
    return retries.call(() -> stubs.periodic().create(task));
  }

  /**
   * Replaces the whole definition.
   *
   * @param payload of each of its tasks, written as JSON by the client's mapper
   */
  public PeriodicTask update(PeriodicTask task, Object payload) {
    return update(with(task, payload));
  }

  /** Updates a periodic task with the payload that is in it, or none. */
  public PeriodicTask update(PeriodicTask task) {
    return retries.call(() -> stubs.periodic().update(task));
  }

  /** A periodic task with its payload, its next fires and what became of the others. */
  public PeriodicTask get(String lambda, String name) {
    var request = GetPeriodicRequest.newBuilder().setLambda(lambda).setName(name).build();
    return retries.call(() -> stubs.periodic().get(request));
  }

  /** Returns one page of a lambda's periodic tasks, without their payloads. */
  public ListPeriodicResponse list(ListPeriodicRequest request) {
    return retries.call(() -> stubs.periodic().list(request));
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

  /** Creates tasks for past fires that have none; continue with the answer's {@code nextFrom}. */
  public BackfillPeriodicResponse backfill(BackfillPeriodicRequest request) {
    return retries.call(() -> stubs.periodic().backfill(request));
  }

  /** The next fires of a periodic task, or of a schedule. */
  public PreviewPeriodicResponse preview(PreviewPeriodicRequest request) {
    return retries.call(() -> stubs.periodic().preview(request));
  }

  /** Returns past fires with their tasks, the latest first. */
  public ListFiresResponse fires(ListFiresRequest request) {
    return retries.call(() -> stubs.periodic().listFires(request));
  }

  private PeriodicTask with(PeriodicTask task, Object payload) {
    return task.toBuilder()
        .setData(payloads.apply(payload))
        .setContentType("application/json")
        .build();
  }
}
