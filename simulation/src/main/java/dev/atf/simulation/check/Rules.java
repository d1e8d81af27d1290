package dev.atf.simulation.check;

import dev.atf.model.LambdaName;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The rules that hold whatever goes wrong; {@link NoOverlap} needs processes that do not stop. */
public final class Rules {
  /** Chosen: longer than any lease and time-out of those that are watched. */
  private static final Duration RUNNING_MAX = Duration.ofMinutes(2);

  private Rules() {}

  /**
   * A set for one history.
   *
   * @param attemptsMax of each lambda
   * @param clockError the most that a host's clock is wrong by
   */
  public static List<Rule> all(Map<LambdaName, Integer> attemptsMax, Duration clockError) {
    return List.of(
        new OnlyLifecycleRows(),
        new OutcomeIsFinal(),
        new LeaseIsKept(clockError),
        new ClaimIsRightful(),
        new CancelIsHeeded(),
        new EpochGrows(),
        new AttemptsAreBounded(attemptsMax),
        new OneTaskPerKey(),
        new NeverEarly(clockError),
        new NothingAfterCancel(),
        new AlarmIsSet(RUNNING_MAX),
        new PromisesAreKept(),
        new RightfulOutcome());
  }
}
