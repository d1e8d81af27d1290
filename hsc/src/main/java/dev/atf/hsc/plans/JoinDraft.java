package dev.atf.hsc.plans;

import dev.atf.model.task.Join;
import dev.atf.model.task.TaskEntity;
import dev.atf.plans.row.PlanPart;
import java.util.List;

/**
 * Children that a task waits for, as requested and found valid.
 *
 * @param contents entities of the children and of that task, the latter last
 * @param parts the definition of their job
 */
record JoinDraft(Join join, List<TaskEntity> contents, List<PlanPart> parts) {
  JoinDraft {
    contents = List.copyOf(contents);
    parts = List.copyOf(parts);
  }
}
