package dev.atf.executor;

import com.google.protobuf.ByteString;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ScheduleRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Task that a handler schedules with its success: {@link TaskContext#schedule}. Immutable: each
 * method returns a changed copy.
 *
 * <pre>{@code
 * context.schedule(ChildTask.of("resize-image", new Resize("cat.png", 200)).priority("high"));
 * }</pre>
 */
public final class ChildTask {
  private final ScheduleRequest request;
  private final @Nullable Object payload;

  private ChildTask(ScheduleRequest request, @Nullable Object payload) {
    this.request = request;
    this.payload = payload;
  }

  /** Returns a task without a payload that is due as soon as its parent has succeeded. */
  public static ChildTask of(String lambda) {
    return new ChildTask(ScheduleRequest.newBuilder().setLambda(lambda).build(), null);
  }

  /**
   * Returns a task with a payload.
   *
   * @param payload payload, which is written as JSON when the task is scheduled
   */
  public static ChildTask of(String lambda, Object payload) {
    return new ChildTask(of(lambda).request, payload);
  }

  /** Returns a task with a payload of bytes. */
  public static ChildTask ofBytes(String lambda, byte[] payload, String contentType) {
    return of(lambda)
        .with(request -> request.setData(ByteString.copyFrom(payload)).setContentType(contentType));
  }

  /** Sets the priority. Without it, the task has the lambda's default priority. */
  public ChildTask priority(String priority) {
    return with(request -> request.setPriority(priority));
  }

  public ChildTask collection(String collection) {
    return with(request -> request.setCollection(collection));
  }

  /**
   * Sets the ordering key, 1–128 characters. Tasks of one lambda and key run one at a time, in the
   * order of their times. Children without a time run in the order in which they were scheduled,
   * after tasks that were scheduled before these children were created.
   */
  public ChildTask orderingKey(String key) {
    return with(request -> request.setOrderingKey(key));
  }

  /** Sets the earliest time at which the task may run. It replaces a delay. */
  public ChildTask at(Instant time) {
    return with(request -> request.clearDelay().setScheduledAt(ProtoTimes.proto(time)));
  }

  /** Sets the shortest time between the parent's success and the run. It replaces a time. */
  public ChildTask delay(Duration delay) {
    return with(request -> request.clearScheduledAt().setDelay(ProtoTimes.proto(delay)));
  }

  /** Sets the deadline. A task that is unfinished at its deadline becomes a dead letter. */
  public ChildTask deadline(Instant deadline) {
    return with(request -> request.setDeadline(ProtoTimes.proto(deadline)));
  }

  /** Replaces all labels. */
  public ChildTask labels(Map<String, String> labels) {
    return with(request -> request.clearLabels().putAllLabels(labels));
  }

  /** Returns the request that is reported. It does not contain {@link #payload}. */
  public ScheduleRequest request() {
    return request;
  }

  /** Returns the payload that is still to be written as JSON. */
  public Optional<Object> payload() {
    return Optional.ofNullable(payload);
  }

  private ChildTask with(Consumer<ScheduleRequest.Builder> change) {
    var changed = request.toBuilder();
    change.accept(changed);
    return new ChildTask(changed.build(), payload);
  }
}
