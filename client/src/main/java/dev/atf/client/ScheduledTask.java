package dev.atf.client;

import com.google.protobuf.Timestamp;
import dev.atf.protocol.ProtoTimes;
import java.time.Instant;

/**
 * A task that is durable, so that the framework will run it.
 *
 * @param created false if the same request was scheduled before with this idempotency key
 */
public record ScheduledTask(String taskId, boolean created, Instant scheduledAt) {
  /**
   * Returns the task of an answer. If the caller set no key, the client generated one, so no other
   * call can have created the task: an existing task was created by an earlier try of this call.
   */
  static ScheduledTask of(TaskSpec spec, String taskId, boolean created, Timestamp scheduledAt) {
    return new ScheduledTask(taskId, created || !spec.hasKey(), ProtoTimes.java(scheduledAt));
  }
}
