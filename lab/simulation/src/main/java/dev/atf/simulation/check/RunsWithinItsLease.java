package dev.atf.simulation.check;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Rule that no handler runs when its task may be taken over: the store's lease outlasts it. */
final class RunsWithinItsLease implements Rule {
  private final Duration clockError;
  private final Map<String, Instant> leases = new HashMap<>();

  public RunsWithinItsLease(Duration clockError) {
    this.clockError = clockError;
  }

  @Override
  public String name() {
    return "no attempt runs longer than its lease";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    switch (change.event()) {
      case CLAIM, CLAIM_AND_MOVE_ALARM, HEARTBEAT -> {
        var lease = change.after().lease();
        if (lease != null) {
          leases.put(lease.claimId().value(), lease.until());
        }
      }
      default -> {}
    }
  }

  @Override
  public void ended(Instant at, ObservedExecution execution, Verdict verdict) {
    var until = leases.remove(execution.claimId());
    // By a consumer's clock, which may be as far ahead.
    if (until != null && at.plus(clockError).isAfter(until)) {
      verdict.broken(this, "%s ended at %s, its lease at %s".formatted(execution, at, until));
    }
  }
}
