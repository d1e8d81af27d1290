package dev.atf.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.OnFinish;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.ScheduleRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Task to be scheduled. It is immutable: each method returns a changed copy.
 *
 * <pre>{@code
 * TaskSpec.of("resize-image", new Resize("cat.png", 200))
 *     .priority("high")
 *     .delay(Duration.ofMinutes(5))
 *     .idempotencyKey("resize/cat.png/200");
 * }</pre>
 */
public final class TaskSpec {
  private final ScheduleRequest request;
  private final @Nullable Object payload;

  private TaskSpec(ScheduleRequest request, @Nullable Object payload) {
    this.request = request;
    this.payload = payload;
  }

  /** Returns a task without a payload that is due immediately. */
  public static TaskSpec of(String lambda) {
    return new TaskSpec(ScheduleRequest.newBuilder().setLambda(lambda).build(), null);
  }

  /**
   * Returns a task that is due immediately.
   *
   * @param payload written as JSON by the client's ObjectMapper
   */
  public static TaskSpec of(String lambda, Object payload) {
    return new TaskSpec(of(lambda).request, payload);
  }

  /** Returns a task with a payload of bytes that is due immediately. */
  public static TaskSpec ofBytes(String lambda, byte[] payload, String contentType) {
    return of(lambda)
        .with(
            request ->
                request
                    .setData(com.google.protobuf.ByteString.copyFrom(payload))
                    .setContentType(contentType));
  }

  /** Returns the task of a stored {@link #toRequest request}. Its payload is not written again. */
  public static TaskSpec ofRequest(ScheduleRequest request) {
    return new TaskSpec(request, null);
  }

  /** Sets the priority. Default: the lambda's default priority. */
  public TaskSpec priority(String priority) {
    return with(request -> request.setPriority(priority));
  }

  /** Sets the collection. Default: none. */
  public TaskSpec collection(String collection) {
    return with(request -> request.setCollection(collection));
  }

  /** Sets the earliest start. Replaces a delay. */
  public TaskSpec at(Instant time) {
    return with(request -> request.clearDelay().setScheduledAt(ProtoTimes.proto(time)));
  }

  /**
   * Sets the earliest start, relative to the time at which the server receives the call. Replaces a
   * time.
   */
  public TaskSpec delay(java.time.Duration delay) {
    return with(request -> request.clearScheduledAt().setDelay(ProtoTimes.proto(delay)));
  }

  /** Sets the deadline. A task that is unfinished at its deadline becomes a dead letter. */
  public TaskSpec deadline(Instant deadline) {
    return with(request -> request.setDeadline(ProtoTimes.proto(deadline)));
  }

  /**
   * Sets the idempotency key. There is only one task for each key of a lambda, however often and
   * from wherever it is scheduled. Without a key, only the retries within one call are safe.
   */
  public TaskSpec idempotencyKey(String key) {
    return with(request -> request.setIdempotencyKey(key));
  }

  /**
   * Sets the ordering key. Tasks of one lambda and ordering key run one at a time, in the order of
   * their scheduled times; tasks without a scheduled time run in the order of their submission.
   * Tasks of different keys run in parallel.
   */
  public TaskSpec orderingKey(String key) {
    return with(request -> request.setOrderingKey(key));
  }

  /**
   * Creates a task of another lambda when this task ends, successfully or not. The new task reports
   * the outcome; it is created at least once and retried like any other task.
   */
  public TaskSpec onFinish(String lambda) {
    return onFinish(lambda, notice -> {});
  }

  /**
   * Creates a task when this task ends, with settings of the caller.
   *
   * @param shape sets the final statuses that create the task, and the target's priority and
   *     context. For the built-in lambda {@code http} it must also set the URL
   */
  public TaskSpec onFinish(String lambda, Consumer<OnFinish.Builder> shape) {
    var notice = OnFinish.newBuilder();
    notice.getToBuilder().setLambda(lambda);
    shape.accept(notice);
    return with(request -> request.setOnFinish(notice));
  }

  /**
   * Sets the fairness key, such as a tenant. The keys of a lambda take turns, so that the many
   * tasks of one key do not delay those of another. The lambda needs the setting {@code fairness}.
   */
  public TaskSpec fairnessKey(String key) {
    return with(request -> request.setFairnessKey(key));
  }

  /**
   * Adds a file, which is placed in the task's work directory before the handler is called.
   *
   * @param resource a file that was uploaded before: {@code client.resources().upload(lambda,
   *     file).at(path)}
   */
  public TaskSpec resource(Resource resource) {
    return with(request -> request.addResources(resource));
  }

  /**
   * Adds patterns of files in the work directory that are kept when the task succeeds, such as
   * {@code out/*.txt} and {@code **}{@code /*.log}.
   */
  public TaskSpec outputs(String... patterns) {
    return with(request -> request.addAllOutputs(List.of(patterns)));
  }

  /** Replaces all labels. */
  public TaskSpec labels(Map<String, String> labels) {
    return with(request -> request.clearLabels().putAllLabels(labels));
  }

  /**
   * Returns the request that schedules this task, to be stored and sent later.
   *
   * @param json writes a payload that is not bytes
   * @throws IllegalArgumentException if the payload cannot be written
   */
  public ScheduleRequest toRequest(ObjectMapper json) {
    return payload == null
        ? request
        : request.toBuilder()
            .setData(new PayloadJson(json).bytes(payload))
            .setContentType("application/json")
            .build();
  }

  /** Returns whether an idempotency key is set. Otherwise the client generates one for the call. */
  boolean hasKey() {
    return request.hasIdempotencyKey();
  }

  String lambda() {
    return request.getLambda();
  }

  private TaskSpec with(Consumer<ScheduleRequest.Builder> change) {
    var changed = request.toBuilder();
    change.accept(changed);
    return new TaskSpec(changed.build(), payload);
  }
}
