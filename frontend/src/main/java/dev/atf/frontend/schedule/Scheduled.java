package dev.atf.frontend.schedule;

import com.google.rpc.Status;
import dev.atf.model.TaskId;
import java.time.Instant;

/** Result of one Schedule. */
public sealed interface Scheduled {
  /**
   * The task is durable.
   *
   * @param created whether this call created it; false when the key was seen before
   */
  record Done(TaskId taskId, boolean created, Instant scheduledAt) implements Scheduled {}

  record Refused(Status status) implements Scheduled {}
}
