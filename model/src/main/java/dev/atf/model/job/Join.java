package dev.atf.model.job;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.model.job.definition.FailurePolicy;
import dev.atf.model.job.definition.FailurePolicy.Then;
import dev.atf.model.job.definition.FanOut;
import dev.atf.model.job.definition.JobDefinition;
import dev.atf.model.job.definition.JobDefinitionText.Head;
import dev.atf.model.job.definition.StepDefinition;
import dev.atf.model.job.definition.WorkKind;
import dev.atf.model.plan.Plan;
import dev.atf.model.plan.PlanId;
import dev.atf.model.plan.PlanKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
  /** Name of the step that comes after all others. */
  public static final String LAST = "then";

  private static final String CHILD = "child-";
  private static final int RADIX = 36;
  private static final int FIELDS = 5;

  /**
   * Returns the definition of the job.
   *
   * @param parent with the epoch of the outcome
   * @param number among the joins of the attempt, from 0
   * @param works works of the children, in their order, and of the last step
   * @param onFailure of a child
   */
  public static JobDefinition definition(
      TaskRef parent, int number, List<WorkKind> works, Then onFailure) {
    var names = IntStream.range(0, works.size() - 1).mapToObj(child -> CHILD + child).toList();
    var steps = new ArrayList<StepDefinition>();
    for (int child = 0; child < names.size(); child++) {
      steps.add(plain(names.get(child), works.get(child), List.of(), onFailure));
    }
    steps.add(plain(LAST, works.get(names.size()), names, Then.FAIL));
    return new JobDefinition(name(parent, number), steps, 1);
  }

  private static StepDefinition plain(
      String name, WorkKind work, List<String> inputs, Then onFailure) {
    return new StepDefinition(
        name, work, List.of(), inputs, FanOut.NONE, null, new FailurePolicy(0, onFailure), null);
  }

  /** Returns the unique name of the job, the same for every writer. */
  public String name(TaskRef parent) {
    return name(parent, number);
  }

  private static String name(TaskRef parent, int number) {
    return "children-of." + parent.taskId() + "." + parent.epoch() + "." + number;
  }

  public PlanId id(TaskRef parent) {
    return JobDefinition.idOf(lambda, name(parent));
  }

  /** Returns the job's first row; a second writer finds the first one's. */
  public Plan row(TaskRef parent) {
    var state = JobRow.write(new Head(steps, 1, fingerprint), JobState.plain(steps));
    return Plan.fresh(id(parent), PlanKind.JOB, lambda, name(parent), shards, createdAt)
        .with(state, createdAt);
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
