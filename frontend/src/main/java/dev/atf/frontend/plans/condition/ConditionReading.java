package dev.atf.frontend.plans.condition;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.check.Limits;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.task.Association;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.store.plans.Plans;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Reads conditions, with a bounded number of reads. */
final class ConditionReading {
  /**
   * Maximum number of testers that are read. They cover about an hour and a half if testers keep
   * ending.
   */
  static final int TESTERS_MAX = 20;

  private final Plans plans;
  private final TaskAssociations associations;

  @Inject
  ConditionReading(Plans plans, TaskAssociations associations) {
    this.plans = plans;
    this.associations = associations;
  }

  Optional<ConditionRow> find(LambdaName lambda, ConditionName name) {
    return ConditionCodec.find(plans, ConditionRow.id(lambda, name));
  }

  /**
   * Returns the row of a condition.
   *
   * @throws StatusRuntimeException CONDITION_NOT_FOUND
   */
  ConditionRow require(LambdaName lambda, ConditionName name) {
    return find(lambda, name)
        .orElseThrow(
            () ->
                RpcErrors.of(
                    ErrorReason.CONDITION_NOT_FOUND,
                    "no task of lambda %s was blocked on condition %s recently"
                        .formatted(lambda, name)));
  }

  /** Returns a condition with its testers and the number of tasks that wait. */
  ConditionFacts full(ConditionRow row) {
    var wanted = row.latestTesters(TESTERS_MAX);
    var parts = plans.parts(row.plan().id(), "", Limits.PAGE_SIZE_MAX);
    boolean more =
        parts.size() == Limits.PAGE_SIZE_MAX
            && !plans.parts(row.plan().id(), parts.get(parts.size() - 1).name() + "-", 1).isEmpty();
    return new ConditionFacts(row, testers(wanted), wanted.size(), parts.size(), more);
  }

  /** Returns conditions with only their current testers. */
  List<ConditionFacts> brief(List<ConditionRow> rows) {
    var found = associations.findAll(rows.stream().map(ConditionRow::testerTask).toList());
    return rows.stream()
        .map(
            row ->
                new ConditionFacts(
                    row,
                    Optional.ofNullable(found.get(row.testerTask())).stream().toList(),
                    1,
                    0,
                    false))
        .toList();
  }

  private List<Association> testers(List<TaskId> wanted) {
    var found = associations.findAll(wanted);
    return wanted.stream().flatMap(id -> Optional.ofNullable(found.get(id)).stream()).toList();
  }
}
