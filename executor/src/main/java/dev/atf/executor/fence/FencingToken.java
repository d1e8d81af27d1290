package dev.atf.executor.fence;

import dev.atf.executor.TaskContext;

/**
 * Token that a write carries to the owner of the resource. Of two attempts of one task, the later
 * one has the greater number. Tokens of different tasks are not comparable.
 *
 * @param number number of the attempt's epoch; 1 or more
 */
public record FencingToken(String taskId, long number) {
  public FencingToken {
    if (taskId.isEmpty() || number < 1) {
      throw new IllegalArgumentException(
          "fencing token: task '" + taskId + "', number " + number + " (expected: 1 or more)");
    }
  }

  public static FencingToken of(TaskContext context) {
    return new FencingToken(context.taskId(), context.fencingToken());
  }
}
