package dev.atf.hsc;

import dev.atf.model.Attempt;
import dev.atf.model.Children;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.Limits;
import dev.atf.model.OutboxText;
import dev.atf.model.Parent;
import dev.atf.model.TaskEntity;
import dev.atf.model.TaskHeader;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Makes durable what the children of a success are to do, before its outcome names them (ADR 0035).
 * Nothing runs of it: that takes the outcome.
 */
final class Births {
  private final Lambdas lambdas;
  private final SureWrites writes;

  @Inject
  Births(Lambdas lambdas, SureWrites writes) {
    this.lambdas = lambdas;
    this.writes = writes;
  }

  /**
   * Repeats itself: what an earlier call with the same report has put is what the children are.
   *
   * @param mayBeScheduled by who reports; its own lambda may
   * @throws dev.atf.store.StoreException if some are perhaps not durable
   */
  Birth of(
      Attempt attempt,
      List<ScheduleRequest> children,
      Predicate<LambdaName> mayBeScheduled,
      Instant now) {
    if (children.size() > Limits.CHILDREN_MAX) {
      return refused(children.size() + " children (expected: at most " + Limits.CHILDREN_MAX + ")");
    }
    long bytes = children.stream().mapToLong(ScheduleRequest::getSerializedSize).sum();
    if (bytes > Limits.CHILDREN_BYTES_MAX) {
      return refused(
          "children of " + bytes + " bytes (expected: at most " + Limits.CHILDREN_BYTES_MAX + ")");
    }
    var validation =
        new ChildValidation(
            name ->
                mayBeScheduled.test(name)
                    ? lambdas.find(name).map(Terms::lambda)
                    : Optional.empty(),
            now);
    var entities = new ArrayList<TaskEntity>();
    for (int number = 0; number < children.size(); number++) {
      var violations = new Violations();
      validation
          .entity(parent(attempt, number), children.get(number), violations)
          .ifPresent(entities::add);
      if (!violations.isEmpty()) {
        return refused("child " + number + ": " + violations.all());
      }
    }
    return put(attempt, entities);
  }

  private Birth put(Attempt attempt, List<TaskEntity> entities) {
    var outbox = new ArrayList<TaskHeader>();
    for (int number = 0; number < entities.size(); number++) {
      var parent = parent(attempt, number);
      outbox.add(entities.get(number).header().withParent(parent));
    }
    int chars = OutboxText.of(outbox).length();
    if (chars > Limits.OUTBOX_CHARS_MAX) {
      return refused(
          "children of too many kinds: %d characters to name them (expected: at most %d)"
              .formatted(chars, Limits.OUTBOX_CHARS_MAX));
    }
    for (int number = 0; number < entities.size(); number++) {
      var entity = entities.get(number);
      var stands = writes.putEntity(entity);
      if (!stands.fingerprint().equals(entity.fingerprint())) {
        return new Birth.Contradicted();
      }
      outbox.set(number, stands.header().withParent(parent(attempt, number)));
    }
    return new Birth.Ready(Children.toBeMade(outbox));
  }

  private static Parent parent(Attempt attempt, int number) {
    return new Parent(attempt.taskId(), attempt.epoch(), number);
  }

  private static Birth refused(String why) {
    return new Birth.Refused(FrameworkFailure.CHILD_REFUSED.because(why));
  }
}
