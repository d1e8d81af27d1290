package dev.atf.simulation.check;

import java.time.Duration;

/** Rule that a claim's lease only grows, and is not taken over before it has ended. */
final class LeaseIsKept implements Rule {
  private final Duration clockError;

  public LeaseIsKept(Duration clockError) {
    this.clockError = clockError;
  }

  @Override
  public String name() {
    return "a lease is kept";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var before = change.before().lease();
    var after = change.after().lease();
    if (before == null || !change.before().status().running()) {
      return;
    }
    switch (change.event()) {
      case HEARTBEAT -> {
        if (after == null || after.until().isBefore(before.until())) {
          verdict.broken(this, "a heartbeat shortened that of " + change.after().taskId());
        }
      }
      case EXPIRE, EXPIRE_FATALLY, EXPIRE_CANCELLED -> {
        if (before.until().isAfter(change.at().plus(clockError))) {
          verdict.broken(
              this,
              "%s took that of %s, which lasts until %s"
                  .formatted(change.event(), change.after().taskId(), before.until()));
        }
      }
      default -> {}
    }
  }
}
