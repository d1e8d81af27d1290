package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;

/**
 * End of an executor process, all of whose child processes have ended as well, as its host has seen
 * it.
 *
 * @param how how it ended in words, such as {@code killed by signal 9 (SIGKILL)}
 * @param details its last output
 */
public record ExecutorEnd(ExecutorId executor, LambdaName lambda, String how, String details) {
  /** Returns the end of an executor whose names are as in requests. */
  public static ExecutorEnd of(String executorId, String lambda, String how, String details) {
    return new ExecutorEnd(new ExecutorId(executorId), new LambdaName(lambda), how, details);
  }
}
