package dev.atf.model.transition;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Children of a success that another task waits for (ADR 0035): a job whose steps are the children,
 * and whose last step is the task that comes after them. Its definition and its payloads are
 * durable before the outcome names it; with its row it begins.
 *
 * @param number among the joins of its attempt, from 0
 * @param lambda of the first step: the job stands in its lists
 * @param shards of that lambda
 * @param steps number of steps, with the last one
 * @param fingerprint hash of the request; without spaces
 * @param createdAt whole milliseconds
 */
public record Join(
    int number, LambdaName lambda, int shards, int steps, String fingerprint, Instant createdAt) {
  private static final int RADIX = 36;
  private static final int FIELDS = 5;

  /** Returns the unique name of the job, the same for every writer. */
  public String name(TaskRef parent) {
    return name(parent, number);
  }

  /**
   * Returns the unique name of a job.
   *
   * @param number among the joins of the attempt, from 0
   */
  public static String name(TaskRef parent, int number) {
    return "children-of." + parent.taskId() + "." + parent.epoch() + "." + number;
  }

  /** Writes several as one text, for stores: a line each, in the order of their numbers. */
  public static String write(List<Join> joins) {
    return joins.stream().map(Join::line).collect(Collectors.joining("\n"));
  }

  /**
   * @param text of {@link #write}
   */
  public static List<Join> read(String text) {
    var joins = new ArrayList<Join>();
    for (var line : text.split("\n", -1)) {
      var fields = line.split(" ", FIELDS);
      joins.add(
          new Join(
              joins.size(),
              new LambdaName(fields[0]),
              Integer.parseInt(fields[1], RADIX),
              Integer.parseInt(fields[2], RADIX),
              fields[3],
              Instant.ofEpochMilli(Long.parseLong(fields[4], RADIX))));
    }
    return joins;
  }

  private String line() {
    return String.join(
        " ",
        lambda.value(),
        Integer.toString(shards, RADIX),
        Integer.toString(steps, RADIX),
        fingerprint,
        Long.toString(createdAt.toEpochMilli(), RADIX));
  }
}
