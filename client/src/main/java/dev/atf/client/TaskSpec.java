package dev.atf.client;

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
 * Task to be scheduled. Immutable: each method returns a changed copy.
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

  /** A task without payload, to run now. */
  public static TaskSpec of(String lambda) {
    return new TaskSpec(ScheduleRequest.newBuilder().setLambda(lambda).build(), null);
  }

  /**
   * A task to run now.
   *
   * @param payload written as JSON by the client's ObjectMapper
   */
  public static TaskSpec of(String lambda, Object payload) {
    return new TaskSpec(of(lambda).request, payload);
  }

  /** A task with a payload of bytes, to run now. */
  public static TaskSpec ofBytes(String lambda, byte[] payload, String contentType) {
    return of(lambda)
        .with(
            request ->
                request
                    .setData(com.google.protobuf.ByteString.copyFrom(payload))
                    .setContentType(contentType));
  }

  /** Sets the priority; without it: the lambda's default. */
  public TaskSpec priority(String priority) {
    return with(request -> request.setPriority(priority));
  }

  public TaskSpec collection(String collection) {
    return with(request -> request.setCollection(collection));
  }

  /** Sets the earliest start; replaces a delay. */
  public TaskSpec at(Instant time) {
    return with(request -> request.clearDelay().setScheduledAt(ProtoTimes.proto(time)));
  }

  /** Sets the earliest start relative to the server's receipt of the call; replaces a time. */
  public TaskSpec delay(java.time.Duration delay) {
    return with(request -> request.clearScheduledAt().setDelay(ProtoTimes.proto(delay)));
  }

  /** Sets the deadline: a task not finished by then becomes a dead letter. */
  public TaskSpec deadline(Instant deadline) {
    return with(request -> request.setDeadline(ProtoTimes.proto(deadline)));
  }

  /**
   * Sets the key: one task for each key of a lambda, however often and from wherever it is
   * scheduled. Without it, only the retries within one call are safe.
   */
  public TaskSpec idempotencyKey(String key) {
    return with(request -> request.setIdempotencyKey(key));
  }

  /**
   * Tasks of one lambda and ordering key run one at a time, in the order of their times and, of
   * those without one, of their submission. Different keys run side by side.
   */
  public TaskSpec orderingKey(String key) {
    return with(request -> request.setOrderingKey(key));
  }

  /**
   * Makes a task of another lambda when this one ends, in whatever way, that tells how: at least
   * once, and retried as any task is.
   */
  public TaskSpec onFinish(String lambda) {
    return onFinish(lambda, notice -> {});
  }

  /**
   * Makes such a task as the caller shapes it.
   *
   * @param shape sets the ends that make it, and the target's priority and context; for the
   *     built-in lambda {@code http} the target needs a URL
   */
  public TaskSpec onFinish(String lambda, Consumer<OnFinish.Builder> shape) {
    var notice = OnFinish.newBuilder();
    notice.getToBuilder().setLambda(lambda);
    shape.accept(notice);
    return with(request -> request.setOnFinish(notice));
  }

  /**
   * Sets the key among which the lambda is shared, such as a tenant: however many tasks another key
   * has, this one's take their turns. The lambda has the setting {@code fairness}.
   */
  public TaskSpec fairnessKey(String key) {
    return with(request -> request.setFairnessKey(key));
  }

  /**
   * Adds a file that is in the task's work directory before its handler is called.
   *
   * @param resource uploaded before: {@code client.resources().upload(lambda, file).at(path)}
   */
  public TaskSpec resource(Resource resource) {
    return with(request -> request.addResources(resource));
  }

  /**
   * Adds patterns of the files of the work directory that are kept when the task has succeeded,
   * such as {@code out/*.txt} and {@code **}{@code /*.log}.
   */
  public TaskSpec outputs(String... patterns) {
    return with(request -> request.addAllOutputs(List.of(patterns)));
  }

  /** Replaces all labels. */
  public TaskSpec labels(Map<String, String> labels) {
    return with(request -> request.clearLabels().putAllLabels(labels));
  }

  ScheduleRequest request() {
    return request;
  }

  /** Returns whether a key is set; otherwise the client draws one for the call. */
  boolean hasKey() {
    return request.hasIdempotencyKey();
  }

  @Nullable Object payload() {
    return payload;
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
