package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;

/**
 * End of an executor process and all its child processes, as its host has observed it.
 *
 * @param how description of the end, such as {@code killed by signal 9 (SIGKILL)}
 * @param details last output of the process
 */
public record ExecutorEnd(ExecutorId executor, LambdaName lambda, String how, String details) {
  /** Returns the end of an executor, with names as in requests. */
  public static ExecutorEnd of(String executorId, String lambda, String how, String details) {
    return new ExecutorEnd(new ExecutorId(executorId), new LambdaName(lambda), how, details);
  }
}
