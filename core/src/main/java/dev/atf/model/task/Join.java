package dev.atf.model.task;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import java.time.Instant;

/**
 * Children of a success that another task waits for (ADR 0035): a job whose steps are the children,
 * and whose last step is the task that comes after them. The definition and the payloads of the job
 * are durable before the outcome names it. The job starts when its row is written.
 *
 * @param number index among the joins of its attempt, from 0
 * @param lambda lambda of the first step; the job is in the lists of this lambda
 * @param shards number of shards of that lambda
 * @param steps number of steps, including the last one
 * @param fingerprint hash of the request
 * @param createdAt creation time in whole milliseconds
 */
public record Join(
    int number, LambdaName lambda, int shards, int steps, String fingerprint, Instant createdAt) {

  /** Returns the unique name of the job. It is the same for every writer. */
  public String name(TaskRef parent) {
    return name(parent, number);
  }

  /**
   * Returns the unique name of a job.
   *
   * @param number index among the joins of the attempt, from 0
   */
  public static String name(TaskRef parent, int number) {
    return "children-of." + parent.taskId() + "." + parent.epoch() + "." + number;
  }
}
