package dev.atf.simulation.check;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** Rule that neither a result nor a death is recorded for an attempt while it runs. */
final class NoResultWhileRunning implements Rule {
  private final Set<String> running = new HashSet<>();

  @Override
  public String name() {
    return "no result while the attempt runs";
  }

  @Override
  public void began(Instant at, ObservedExecution execution, Verdict verdict) {
    running.add(execution.claimId());
  }

  @Override
  public void ended(Instant at, ObservedExecution execution, Verdict verdict) {
    running.remove(execution.claimId());
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var lease = change.before().lease();
    boolean isResult =
        switch (change.event()) {
          case SUCCEED, SUCCEED_WITH_CHILDREN, FAIL_RETRIABLY, FAIL_FATALLY -> true;
          default -> false;
        };
    if (isResult && lease != null && running.contains(lease.claimId().value())) {
      verdict.broken(this, "%s of %s".formatted(change.event(), change.after().taskId()));
    }
  }
}
