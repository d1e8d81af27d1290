package dev.atf.plans.job.definition;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Step of a job as it was submitted. Its payload is an entity of its own ({@code JobMember}).
 *
 * @param name 1–64 of {@code a-z 0-9 -}, starting with a letter; unique in its job
 * @param after steps that have to be done before
 * @param inputs steps whose results its handler receives; it comes after them, too
 * @param ultimatum total time for a task of it, attempts and waiting; past it the task is given up
 *     and nobody reports on it. Null: the maximal lifetime of its lambda
 * @param compensation work that reverts it; null: there is nothing to revert
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
}
