package dev.atf.client;

import com.google.protobuf.Timestamp;
import dev.atf.protocol.ProtoTimes;
import java.time.Instant;

/**
 * A task that is durable: the framework will run it.
 *
 * @param created false when its idempotency key was seen before with the same request
 */
public record ScheduledTask(String taskId, boolean created, Instant scheduledAt) {
  /**
   * Returns the task of an answer. If the caller set no key, the client drew one, and no other call
   * can have created the task: one that was there was created by an earlier try.
   */
  static ScheduledTask of(TaskSpec spec, String taskId, boolean created, Timestamp scheduledAt) {
    return new ScheduledTask(taskId, created || !spec.hasKey(), ProtoTimes.java(scheduledAt));
  }
}
