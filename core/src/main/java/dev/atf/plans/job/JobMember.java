package dev.atf.plans.job;

import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.plans.row.PlanId;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Identity of a task within its job: step, try, item of a fan-out, and whether it reverts. Its text
 * is {@code 3-resize/1/2} for the step "resize" at place 3 in round 1 and try 2, {@code
 * 3-resize/1/2/17} for its item 17, and {@code 3-resize/1/2/undo/1} for the first try to revert it.
 *
 * @param place place of the step in the definition, from 0
 * @param round number of the round, from 1
 * @param tries number of the try within the round, from 1
 * @param item index of the item, from 0; null if the step does not fan out
 * @param undo 0 for the work itself; otherwise the number of the try to revert it, from 1
 */
public record JobMember(
    int place, String step, int round, int tries, @Nullable Integer item, int undo) {
  private static final Pattern TEXT =
      Pattern.compile(
          "(\\d{1,4})-([a-z][a-z0-9-]{0,63})/(\\d{1,2})/(\\d{1,4})(?:/(\\d{1,4}))?(?:/undo/(\\d{1,4}))?");

  public static JobMember parse(String text) {
    var parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new InvalidFieldException("member", text, "place-step/round/try[/item][/undo/try]");
    }
    var item = parts.group(5);
    var undo = parts.group(6);
    return new JobMember(
        Integer.parseInt(parts.group(1)),
        parts.group(2),
        Integer.parseInt(parts.group(3)),
        Integer.parseInt(parts.group(4)),
        item == null ? null : Integer.valueOf(item),
        undo == null ? 0 : Integer.parseInt(undo));
  }

  public boolean reverts() {
    return undo > 0;
  }

  /** Returns the task whose effect this task reverts. */
  public JobMember reverted() {
    return new JobMember(place, step, round, tries, item, 0);
  }

  /** Returns the task that reverts the effect of this task, for a given try. */
  public JobMember reverting(int number) {
    return new JobMember(place, step, round, tries, item, number);
  }

  public TaskId taskOf(PlanId job) {
    return job.task(toString());
  }

  @Override
  public String toString() {
    return place
        + "-"
        + step
        + "/"
        + round
        + "/"
        + tries
        + (item == null ? "" : "/" + item)
        + (undo == 0 ? "" : "/undo/" + undo);
  }
}
