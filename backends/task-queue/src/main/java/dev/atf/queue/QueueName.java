package dev.atf.queue;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;

/** Names the queue of one priority of one lambda; the adapter adds the cluster's prefix. */
public record QueueName(LambdaName lambda, Priority priority) {
  @Override
  public String toString() {
    return lambda + "_" + priority;
  }
}
