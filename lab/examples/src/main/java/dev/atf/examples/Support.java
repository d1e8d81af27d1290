package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.protocol.v1.Lambda;

/** Runs urgent tasks of a lambda before others. No task waits indefinitely. */
public final class Support {
  /** Lambda with priorities, highest first. A task without a priority gets the default. */
  public static final Lambda LAMBDA =
      Lambda.newBuilder()
          .setName("answer-question")
          .addPriorities("paying")
          .addPriorities("free")
          .setDefaultPriority("free")
          .build();

  private final AtfClient atf;

  public Support(AtfClient atf) {
    this.atf = atf;
  }

  public void ask(String question, boolean paying) {
    var task = TaskSpec.of(LAMBDA.getName(), question);
    var ignored = atf.schedule(paying ? task.priority("paying") : task);
  }
}
