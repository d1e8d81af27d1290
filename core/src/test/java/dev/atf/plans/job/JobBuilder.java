package dev.atf.plans.job;

import dev.atf.model.LambdaName;
import dev.atf.plans.job.definition.Compensation;
import dev.atf.plans.job.definition.FailurePolicy;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.job.definition.WorkKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Builds jobs in a form that is easy to read in tests. */
public final class JobBuilder {
  private final List<StepDefinition> steps = new ArrayList<>();
  private int rounds = 1;

  public static JobBuilder job() {
    return new JobBuilder();
  }

  /** Returns a job with b and c after a, then d. */
  static JobBuilder diamond() {
    return diamondWith(Then.FAIL);
  }

  /** Returns a diamond in which a failure of b has this outcome. */
  static JobBuilder diamondWith(Then then) {
    return job().step("a").step("b", "a").onFailure(then).step("c", "a").step("d", "b", "c");
  }

  /** Returns a chain of revertible steps; a failure of the last reverts all. */
  static JobBuilder revertible() {
    return job()
        .step("a")
        .undo()
        .step("b", "a")
        .undo()
        .step("c", "b")
        .undo()
        .step("d", "c")
        .undo()
        .onFailure(Then.COMPENSATE);
  }

  public JobBuilder step(String name, String... after) {
    steps.add(
        new StepDefinition(
            name,
            WorkKind.of(new LambdaName("do-" + name)),
            List.of(after),
            List.of(),
            FanOut.NONE,
            null,
            new FailurePolicy(0, Then.FAIL),
            null));
    return this;
  }

  // Settings of the latest step.

  public JobBuilder inputs(String... names) {
    var last = last();
    return replace(
        new StepDefinition(
            last.name(),
            last.work(),
            last.after(),
            List.of(names),
            last.fanOut(),
            last.ultimatum(),
            last.onFailure(),
            last.compensation()));
  }

  public JobBuilder over(int items) {
    return fanOut(new FanOut.Items(items));
  }

  public JobBuilder overResultOf(String step) {
    return fanOut(new FanOut.ResultOf(step));
  }

  JobBuilder fanOut(FanOut fanOut) {
    var last = last();
    return replace(
        new StepDefinition(
            last.name(),
            last.work(),
            last.after(),
            last.inputs(),
            fanOut,
            last.ultimatum(),
            last.onFailure(),
            last.compensation()));
  }

  JobBuilder onFailure(Then then) {
    return onFailure(0, then);
  }

  JobBuilder onFailure(int retries, Then then) {
    var last = last();
    return replace(
        new StepDefinition(
            last.name(),
            last.work(),
            last.after(),
            last.inputs(),
            last.fanOut(),
            last.ultimatum(),
            new FailurePolicy(retries, then),
            last.compensation()));
  }

  public JobBuilder ultimatum(Duration ultimatum) {
    var last = last();
    return replace(
        new StepDefinition(
            last.name(),
            last.work(),
            last.after(),
            last.inputs(),
            last.fanOut(),
            ultimatum,
            last.onFailure(),
            last.compensation()));
  }

  JobBuilder undo() {
    return undo(new Compensation(WorkKind.of(new LambdaName("undo-" + last().name())), false));
  }

  JobBuilder undo(Compensation compensation) {
    var last = last();
    return replace(
        new StepDefinition(
            last.name(),
            last.work(),
            last.after(),
            last.inputs(),
            last.fanOut(),
            last.ultimatum(),
            last.onFailure(),
            compensation));
  }

  public JobBuilder rounds(int count) {
    rounds = count;
    return this;
  }

  public JobDefinition build() {
    return new JobDefinition("a-job", steps, rounds);
  }

  private StepDefinition last() {
    return steps.get(steps.size() - 1);
  }

  private JobBuilder replace(StepDefinition step) {
    steps.set(steps.size() - 1, step);
    return this;
  }
}
