package dev.atf.simulation.check;

import dev.atf.model.LambdaName;
import java.util.Map;

/** Rule that attempts are bounded, and count each claim that was not returned. */
final class AttemptsAreBounded implements Rule {
  private final Map<LambdaName, Integer> attemptsMax;

  public AttemptsAreBounded(Map<LambdaName, Integer> attemptsMax) {
    this.attemptsMax = attemptsMax;
  }

  @Override
  public String name() {
    return "attempts are counted and bounded";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    int added = change.after().attempt() - change.before().attempt();
    int expected =
        switch (change.event()) {
          case CLAIM, CLAIM_AND_MOVE_ALARM -> 1;
          case RETURN, BLOCK, PARK -> change.before().status().running() ? -1 : 0;
          case REDRIVE -> -change.before().attempt();
          default -> 0;
        };
    if (added != expected) {
      verdict.broken(
          this,
          "%s of %s moved its attempt by %d"
              .formatted(change.event(), change.after().taskId(), added));
    }
    int max = attemptsMax.getOrDefault(change.after().header().lambda(), Integer.MAX_VALUE);
    if (change.after().attempt() > max) {
      verdict.broken(this, change.after().taskId() + " is at attempt " + change.after().attempt());
    }
  }
}
