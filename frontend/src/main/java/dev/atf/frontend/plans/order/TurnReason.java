package dev.atf.frontend.plans.order;

import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.model.task.Association;
import java.time.Instant;

/** Reason of a task of an ordering key that does not run yet. */
public final class TurnReason {
  private TurnReason() {}

  public static Reason of(TurnFacts turn, Association task, Instant now) {
    var before = before(turn.before());
    if (turn.heldSince().isPresent()) {
      return new Reason(
          ExplainCode.KEY_HELD,
          "its ordering key %s has been held since %s, because task %s failed for good%s"
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
  public static String remedies(Association task, String key) {
    var lambda = task.header().lambda();
    return "%s retries that task, %s skips it"
        .formatted(
            ShellCommands.atf("keys retry", lambda, key),
            ShellCommands.atf("keys skip", lambda, key));
  }

  private static String has(TurnFacts turn) {
    return turn.since().map(at -> " has had it since " + at).orElse(" has it");
  }

  private static String does(TurnFacts turn) {
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
