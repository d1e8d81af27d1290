package dev.atf.simulation.check;

import java.util.Optional;

/** Rule that a handler's effect is recorded only while its claim holds the task. */
final class NoStaleEffect implements Rule {
  @Override
  public String name() {
    return "no stale effect is accepted";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    switch (change.event()) {
      case HEARTBEAT, SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_RETRIABLY, FAIL_FATALLY -> {
        var before = change.before();
        var after = change.after();
        if (!after.notes().equals(before.notes())) {
          check(change, "progress", Effect.inProgress(after), verdict);
        }
        if (after.outcome() != null && !after.outcome().equals(before.outcome())) {
          check(change, "outcome", Effect.inOutcome(after), verdict);
        }
      }
      default -> {}
    }
  }

  private void check(ObservedChange change, String what, Optional<Effect> effect, Verdict verdict) {
    var before = change.before();
    if (effect.isPresent() && !effect.get().isOfHolderOf(before)) {
      verdict.broken(
          this,
          "%s of %s recorded the %s by %s, but the epoch was %d and the lease was %s"
              .formatted(
                  change.event(),
                  before.taskId(),
                  what,
                  effect.get().author(),
                  before.epoch(),
                  Optional.ofNullable(before.lease()).map(Object::toString).orElse("none")));
    }
  }
}
