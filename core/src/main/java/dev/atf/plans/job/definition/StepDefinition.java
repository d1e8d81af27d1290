package dev.atf.plans.job.definition;

import dev.atf.model.LambdaName;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Step of a job as it was submitted. Its payload is a separate entity ({@code JobMember}).
 *
 * @param name 1–64 of {@code a-z 0-9 -}, starting with a letter; unique in its job
 * @param after steps that must be done before this one
 * @param inputs steps whose results the handler receives; they must also be done before this one
 * @param ultimatum total time for a task of the step, including waiting, after which the task fails
 *     without a report from an executor; null for the maximum lifetime of the lambda
 * @param compensation work that reverts the step; null if there is nothing to revert
 */
public record StepDefinition(
    String name,
    WorkKind work,
    List<String> after,
    List<String> inputs,
    FanOut fanOut,
    @Nullable Duration ultimatum,
    FailurePolicy onFailure,
    @Nullable Compensation compensation) {
  public StepDefinition {
    after = List.copyOf(after);
    inputs = List.copyOf(inputs);
  }

  public boolean fansOut() {
    return !(fanOut instanceof FanOut.None);
  }

  /** Returns the lambda of the step, and that of its compensation if there is one. */
  public Stream<LambdaName> lambdas() {
    var reverting = Stream.ofNullable(compensation).map(Compensation::work);
    return Stream.concat(Stream.of(work), reverting).map(WorkKind::lambda);
  }
}
