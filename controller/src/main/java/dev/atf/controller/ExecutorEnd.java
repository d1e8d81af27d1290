package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;

/**
 * End of an executor process, and of all its child processes if it possibly held attempts, as its
 * host has observed it.
 *
 * @param how how it ended in words, such as {@code killed by signal 9 (SIGKILL)}
 * @param details its last output
 * @param drained whether it exited because it was asked to; attempts that it still held did not end
 *     in time
 */
public record ExecutorEnd(
    ExecutorId executor, LambdaName lambda, String how, String details, boolean drained) {
  public static ExecutorEnd of(
      String executor, String lambda, String how, String details, boolean drained) {
    return new ExecutorEnd(new ExecutorId(executor), new LambdaName(lambda), how, details, drained);
  }
}
