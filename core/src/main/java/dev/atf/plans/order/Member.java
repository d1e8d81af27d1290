package dev.atf.plans.order;

import dev.atf.model.TaskId;
import dev.atf.model.task.TaskHeader;
import java.time.Instant;

/**
 * Task of a key with its place. It contains everything that is needed to complete its Schedule, if
 * the process of the Schedule died before it wrote the association.
 */
public record Member(Place place, TaskHeader header) {
  public Member {
    if (!place.taskId().equals(header.taskId())) {
      throw new IllegalArgumentException(place + " is not the place of " + header.taskId());
    }
  }

  public TaskId taskId() {
    return header.taskId();
  }

  public boolean isDue(Instant now) {
    return !header.scheduledAt().isAfter(now);
  }
}
