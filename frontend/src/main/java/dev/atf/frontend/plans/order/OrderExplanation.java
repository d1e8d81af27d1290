package dev.atf.frontend.plans.order;

import dev.atf.frontend.origin.OriginReasons;
import dev.atf.frontend.plans.UnreadablePlan;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.Counted;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.plans.order.Turn;
import dev.atf.plans.row.PlanId;
import dev.atf.store.GateRegistry;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.UnreadablePlanException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Explains why a task of an ordering key does not run yet, or holds its key. */
public final class OrderExplanation {
  private final Plans plans;
  private final OrderView view;
  private final GateRegistry gates;

  @Inject
  OrderExplanation(Plans plans, OrderView view, GateRegistry gates) {
    this.plans = plans;
    this.view = view;
    this.gates = gates;
  }

  /**
   * Position of a task in the order of its key.
   *
   * @param key ordering key of the task
   * @param holder task that has the turn; empty while the turn is being passed on
   * @param since start of the holder's latest attempt, or its scheduled time
   * @param before number of tasks that wait before this one, or behind it if it has the turn,
   *     counted up to 1,000
   * @param heldSince time since which the key is held because its holder failed permanently
   * @param holderState what the holder does or waits for, as the end of a clause; empty if unknown
   */
  public record Position(
      String key,
      Optional<TaskId> holder,
      Optional<Instant> since,
      int before,
      Optional<Instant> heldSince,
      String holderState) {}

  /**
   * Returns the reasons of a task.
   *
   * @param lambda lambda of the task; empty if it is not registered
   */
  OriginReasons reasons(
      Association task, Origin origin, Optional<LambdaDefinition> lambda, Instant now) {
    try {
      return new OriginReasons(
          lambda
              .flatMap(known -> turn(task, origin, known, now))
              .map(turn -> reason(turn, task, now)),
          task.status() == TaskStatus.FATAL_FAILURE
              ? Optional.of(remedy(task, lambda.flatMap(known -> heldBy(task, origin, known))))
              : Optional.empty(),
          Optional.empty());
    } catch (UnreadablePlanException e) {
      return unreadable(task, e);
    }
  }

  /** Returns the reasons of a task whose key cannot be read, which is the reason itself. */
  private static OriginReasons unreadable(Association task, UnreadablePlanException key) {
    return new OriginReasons(
        task.waits()
            ? Optional.of(UnreadablePlan.reason(key, "it is unknown which task has its turn"))
            : Optional.empty(),
        task.status().finished()
            ? Optional.of(UnreadablePlan.remedy(key.plan()))
            : Optional.empty(),
        task.waits()
            ? Optional.empty()
            : Optional.of(UnreadablePlan.reason(key, "what it does with this task is unknown")));
  }

  private static String remedy(Association dead, Optional<Position> held) {
    return held.map(
            turn ->
                "it holds its ordering key %s, with %s behind it; %s"
                    .formatted(
                        turn.key(), Counted.of(turn.before(), "task"), remedies(dead, turn.key())))
        .orElseGet(
            () ->
                "later tasks of its ordering key may have run since: if it must run, put it behind"
                    + " them with "
                    + ShellCommands.atf("resubmit", dead.taskId()));
  }

  /** Finds the ordering key that a task holds because it failed permanently. */
  Optional<Position> heldBy(Association task, Origin origin, LambdaDefinition lambda) {
    return plans
        .find(PlanId.of(origin))
        .filter(
            row -> {
              var holder = view.holder(row);
              return holder.filter(held -> held.taskId().equals(task.taskId())).isPresent()
                  && view.turn(row, holder, lambda) == Turn.FAILED;
            })
        .map(
            row ->
                new Position(
                    origin.member(),
                    Optional.of(task.taskId()),
                    Optional.ofNullable(task.startedAt()),
                    view.waiting(row).size(),
                    Optional.ofNullable(task.finishedAt()),
                    ""));
  }

  /** Finds the turn of the ordering key that a waiting task waits for. */
  private Optional<Position> turn(
      Association task, Origin origin, LambdaDefinition lambda, Instant now) {
    if (!task.waits()) {
      return Optional.empty();
    }
    return plans
        .find(PlanId.of(origin))
        .map(
            row -> {
              var holder = view.holder(row);
              var before =
                  view.waiting(row).stream()
                      .takeWhile(member -> !member.taskId().equals(task.taskId()))
                      .count();
              return new Position(
                  origin.member(),
                  holder.map(Association::taskId),
                  holder.map(
                      held ->
                          Objects.requireNonNullElse(
                              held.startedAt(), held.header().scheduledAt())),
                  Math.toIntExact(before),
                  holder
                      .filter(held -> view.turn(row, holder, lambda) == Turn.FAILED)
                      .map(
                          held ->
                              Objects.requireNonNullElse(
                                  held.finishedAt(), held.header().scheduledAt())),
                  holder.map(held -> doing(held, now)).orElse(""));
            });
  }

  /**
   * Returns a description of what the holder of a turn does or waits for, as the end of a clause.
   */
  private String doing(Association holder, Instant now) {
    var header = holder.header();
    var gate = gates.read().closed(header.lambda(), header.collection(), now);
    var trigger = holder.trigger();
    var at = trigger == null || !trigger.at().isAfter(now) ? "" : " until " + trigger.at();
    return switch (holder.status()) {
      case CLAIMED, PROCESSING -> "runs";
      case BLOCKED ->
          "is blocked by condition %s"
              .formatted(
                  Optional.ofNullable(holder.block())
                      .map(block -> block.condition().value())
                      .orElse("?"));
      case NEW, ENQUEUED, RETRIABLE_FAILURE ->
          gate.map(
                  closed ->
                      closed.collection() == null
                          ? "is behind the closed gate of its lambda"
                          : "is behind the closed gate of its collection " + closed.collection())
              .orElseGet(
                  () ->
                      switch (holder.status()) {
                        case RETRIABLE_FAILURE -> "waits for its next attempt" + at;
                        case ENQUEUED -> "waits in its queue";
                        default -> "waits for its release" + at;
                      });
      case SUCCESS, FATAL_FAILURE, CANCELLED -> "has ended";
    };
  }

  /** Returns the reason of a task that waits for its turn. */
  public static Reason reason(Position turn, Association task, Instant now) {
    var before = before(turn.before());
    if (turn.heldSince().isPresent()) {
      return new Reason(
          ExplainCode.KEY_HELD,
          "its ordering key %s has been held since %s, because task %s failed permanently%s"
              .formatted(
                  turn.key(),
                  turn.heldSince().get(),
                  turn.holder().map(Object::toString).orElse("before it"),
                  before),
          turn.heldSince().get(),
          null,
          remedies(task, turn.key()));
    }
    if (task.header().scheduledAt().isAfter(now)) {
      return new Reason(
          ExplainCode.NOT_DUE_YET,
          "it is not due yet: its time is %s; then it waits for the turn of its ordering key %s%s"
              .formatted(task.header().scheduledAt(), turn.key(), before),
          null,
          task.header().scheduledAt(),
          "wait: it does not run before its turn");
    }
    return new Reason(
        ExplainCode.WAITS_FOR_TURN,
        "it waits for the turn of its ordering key %s: %s%s"
            .formatted(
                turn.key(),
                turn.holder()
                    .map(holder -> "task " + holder + has(turn) + does(turn))
                    .orElse("the turn is being passed on"),
                before),
        turn.since().orElse(null),
        null,
        turn.holder()
            .map(
                holder ->
                    "wait for task %s; %s shows what that task waits for"
                        .formatted(holder, ShellCommands.atf("explain", holder)))
            .orElse("wait: the turn is being passed on"));
  }

  /** Returns two remedies; the right one depends on the task. */
  static String remedies(Association task, String key) {
    var lambda = task.header().lambda();
    return "%s retries that task, %s skips it"
        .formatted(
            ShellCommands.atf("keys retry", lambda, key),
            ShellCommands.atf("keys skip", lambda, key));
  }

  private static String has(Position turn) {
    return turn.since().map(at -> " has had it since " + at).orElse(" has it");
  }

  private static String does(Position turn) {
    return turn.holderState().isEmpty() ? "" : " and " + turn.holderState();
  }

  private static String before(int count) {
    return switch (count) {
      case 0 -> ", and it is the next";
      case 1 -> ", and 1 other waits before it";
      default -> ", and %d others wait before it".formatted(count);
    };
  }
}
