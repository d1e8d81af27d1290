package dev.atf.simulation.check;

import dev.atf.model.LambdaName;
import dev.atf.simulation.check.claim.ClaimIsRightful;
import dev.atf.simulation.check.claim.EpochGrows;
import dev.atf.simulation.check.claim.LeaseIsKept;
import dev.atf.simulation.check.claim.RunsWithinItsLease;
import dev.atf.simulation.check.plans.ChildrenComeWithTheOutcome;
import dev.atf.simulation.check.plans.CompensationForWhatRan;
import dev.atf.simulation.check.plans.JobsEnd;
import dev.atf.simulation.check.plans.OneAtATimePerKey;
import dev.atf.simulation.check.plans.OneFireAnInstant;
import dev.atf.simulation.check.plans.OneTaskPerKey;
import dev.atf.simulation.check.plans.OrderWithinKeys;
import dev.atf.simulation.check.plans.StepAfterItsDependencies;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Sets of rules for one history, by what they rest on. */
public final class Rules {
  /** Chosen: longer than any lease and time-out of those that are watched. */
  private static final Duration RUNNING_MAX = Duration.ofMinutes(2);

  private Rules() {}

  /**
   * What holds whatever goes wrong.
   *
   * @param attemptsMax of each lambda
   */
  public static List<Rule> always(Map<LambdaName, Integer> attemptsMax) {
    return List.of(
        new OnlyLifecycleRows(),
        new OutcomeIsFinal(),
        new ClaimIsRightful(),
        new CancelIsHeeded(),
        new EpochGrows(),
        new AttemptsAreBounded(attemptsMax),
        new OneTaskPerKey(),
        new OneAtATimePerKey(),
        new NothingAfterCancel(),
        new OneFireAnInstant(),
        new PromisesAreKept(),
        new ChildrenComeWithTheOutcome(),
        new StepAfterItsDependencies(),
        new CompensationForWhatRan(),
        new JobsEnd(),
        new NoStaleEffect());
  }

  /**
   * What rests on clocks that are wrong by no more than they may be.
   *
   * @param clockError the most that a host's clock is wrong by
   * @param enqueueTimeout of the store consumers
   * @param doublingsMax of that time-out
   */
  public static List<Rule> ofRightClocks(
      Duration clockError, Duration enqueueTimeout, int doublingsMax) {
    return List.of(
        new LeaseIsKept(clockError),
        new NeverEarly(clockError),
        new OrderWithinKeys(clockError),
        new AlarmIsSet(RUNNING_MAX),
        new PushesGrowRare(enqueueTimeout, doublingsMax));
  }

  /**
   * What rests, besides, on processes that are never stopped for longer than their leases.
   *
   * @param clockError the most that a host's clock is wrong by
   */
  public static List<Rule> ofUnstopped(Duration clockError) {
    return List.of(new NoOverlap(), new NoResultWhileRunning(), new RunsWithinItsLease(clockError));
  }
}
