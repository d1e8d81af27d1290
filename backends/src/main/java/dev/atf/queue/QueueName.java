package dev.atf.queue;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;

/** Name of the queue of one priority of one lambda. The adapter adds the cluster's prefix. */
public record QueueName(LambdaName lambda, Priority priority) {
  @Override
  public String toString() {
    return lambda + "_" + priority;
  }
}
