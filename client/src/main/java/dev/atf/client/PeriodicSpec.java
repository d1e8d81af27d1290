package dev.atf.client;

import com.google.protobuf.ByteString;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.PeriodicCatchUp;
import dev.atf.protocol.v1.PeriodicSchedule;
import dev.atf.protocol.v1.PeriodicTask;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Periodic task to be created. It is immutable: each method returns a changed copy.
 *
 * <pre>{@code
 * PeriodicSpec.cron("send-email", "daily-report", "30 2 * * *")
 *     .timeZone(ZoneId.of("Europe/Berlin"))
 *     .payload(new Report("ops@example.com"));
 * }</pre>
 */
public final class PeriodicSpec {
  private final PeriodicTask task;
  private final @Nullable Object payload;

  private PeriodicSpec(PeriodicTask task, @Nullable Object payload) {
    this.task = task;
    this.payload = payload;
  }

  /**
   * Returns a periodic task that fires at the times of a cron expression.
   *
   * @param name unique within the lambda
   * @param expression five fields as in Unix, six with seconds first, or {@code @daily}
   */
  public static PeriodicSpec cron(String lambda, String name, String expression) {
    return named(lambda, name).schedule(schedule -> schedule.setCron(expression));
  }

  /**
   * Returns a periodic task that fires at a constant interval.
   *
   * @param name unique within the lambda
   * @param interval 1 s to 366 days
   */
  public static PeriodicSpec every(String lambda, String name, Duration interval) {
    return named(lambda, name).schedule(schedule -> schedule.setEvery(ProtoTimes.proto(interval)));
  }

  private static PeriodicSpec named(String lambda, String name) {
    return new PeriodicSpec(
        PeriodicTask.newBuilder().setLambda(lambda).setName(name).build(), null);
  }

  /** Sets the payload of every task, which the client's ObjectMapper writes as JSON. */
  public PeriodicSpec payload(Object payload) {
    return new PeriodicSpec(task.toBuilder().clearPayload().clearContentType().build(), payload);
  }

  /** Sets a payload of bytes for every task. */
  public PeriodicSpec bytes(byte[] payload, String contentType) {
    return new PeriodicSpec(
        task.toBuilder().setData(ByteString.copyFrom(payload)).setContentType(contentType).build(),
        null);
  }

  /** Sets the time zone of the cron expression. Default: UTC. */
  public PeriodicSpec timeZone(ZoneId zone) {
    return schedule(schedule -> schedule.setTimeZone(zone.getId()));
  }

  /**
   * Sets one of the times at which an interval fires. Default: the beginning of 1970, so that an
   * interval of 10 minutes fires at :00, :10 …
   */
  public PeriodicSpec anchor(Instant time) {
    return schedule(schedule -> schedule.setAnchor(ProtoTimes.proto(time)));
  }

  /** Sets the time before which nothing fires. */
  public PeriodicSpec startAt(Instant time) {
    return schedule(schedule -> schedule.setStartAt(ProtoTimes.proto(time)));
  }

  /** Sets the time at which the schedule ends. */
  public PeriodicSpec until(Instant time) {
    return schedule(schedule -> schedule.setUntil(ProtoTimes.proto(time)));
  }

  /**
   * Delays each fire by up to this duration, at most 24 h. The delay of a given fire is always the
   * same.
   */
  public PeriodicSpec jitter(Duration max) {
    return schedule(schedule -> schedule.setJitter(ProtoTimes.proto(max)));
  }

  /** Sets the priority of the tasks. Default: the lambda's default priority. */
  public PeriodicSpec priority(String priority) {
    return with(changed -> changed.setPriority(priority));
  }

  /** Sets the collection of the tasks. Default: none. */
  public PeriodicSpec collection(String collection) {
    return with(changed -> changed.setCollection(collection));
  }

  /** Replaces all labels of the tasks. */
  public PeriodicSpec labels(Map<String, String> labels) {
    return with(changed -> changed.clearLabels().putAllLabels(labels));
  }

  /** Sets what happens at a fire if the task of the previous fire has not ended. Default: SKIP. */
  public PeriodicSpec overlap(PeriodicTask.Overlap overlap) {
    return with(changed -> changed.setOverlap(overlap));
  }

  /** Omits all missed fires. Default: only the latest missed fire gets a task. */
  public PeriodicSpec catchUpNone() {
    return catchUp(PeriodicCatchUp.newBuilder().setMode(PeriodicCatchUp.Mode.NONE));
  }

  /**
   * Creates tasks for missed fires.
   *
   * @param max maximum number of the latest missed fires, 1 to 1,000
   */
  public PeriodicSpec catchUp(int max) {
    return catchUp(PeriodicCatchUp.newBuilder().setMode(PeriodicCatchUp.Mode.ALL).setMax(max));
  }

  private PeriodicSpec catchUp(PeriodicCatchUp.Builder catchUp) {
    return with(changed -> changed.setCatchUp(catchUp));
  }

  /**
   * Sets the lifetime after which an unfinished task fails. Default and maximum: the lambda's
   * maxLifetime.
   */
  public PeriodicSpec lifetime(Duration lifetime) {
    return with(changed -> changed.setLifetime(ProtoTimes.proto(lifetime)));
  }

  /** Makes an update fail unless the periodic task has this revision. */
  public PeriodicSpec expectedRevision(long revision) {
    return with(changed -> changed.setExpectedRevision(revision));
  }

  PeriodicTask task(PayloadJson json) {
    return payload == null
        ? task
        : task.toBuilder().setData(json.bytes(payload)).setContentType("application/json").build();
  }

  private PeriodicSpec schedule(Consumer<PeriodicSchedule.Builder> change) {
    return with(changed -> change.accept(changed.getScheduleBuilder()));
  }

  private PeriodicSpec with(Consumer<PeriodicTask.Builder> change) {
    var changed = task.toBuilder();
    change.accept(changed);
    return new PeriodicSpec(changed.build(), payload);
  }
}
