package dev.atf.storeconsumer.plans;

import dev.atf.model.task.Association;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.store.RepeatedWrite;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.store.plans.Plans;
import dev.atf.storeconsumer.alarm.BlockedTasks;
import jakarta.inject.Inject;

/**
 * Checks tasks that wait for conditions, one by one, when their alarms ring. This finds a task
 * whose process died before the condition had recorded the task.
 */
public final class ConditionWaiters implements BlockedTasks {
  private final Plans plans;

  @Inject
  public ConditionWaiters(Plans plans) {
    this.plans = plans;
  }

  @Override
  public boolean waits(Association task) {
    var block = task.block();
    if (block == null) {
      return false;
    }
    var id = ConditionRow.id(task.header().lambda(), block.condition());
    var row = ConditionCodec.find(plans, id);
    if (row.isEmpty() || row.get().rests()) {
      return false;
    }
    boolean unused = RepeatedWrite.of(() -> plans.putPart(ConditionRow.part(id, task.header())));
    return true;
  }
}
