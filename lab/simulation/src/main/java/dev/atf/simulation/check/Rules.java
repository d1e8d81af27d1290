package dev.atf.simulation.check;

import dev.atf.model.LambdaName;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Rules that a history must obey, in sets with different assumptions. */
public final class Rules {
  /** Limit that is longer than any lease and time-out of the watched tasks. */
  private static final Duration RUNNING_MAX = Duration.ofMinutes(2);

  private Rules() {}

  /**
   * Returns the rules that must hold under every fault.
   *
   * @param attemptsMax maximum number of attempts of a task, by lambda
   */
  public static List<Rule> always(Map<LambdaName, Integer> attemptsMax) {
    return List.of(
        new OnlyLifecycleRows(),
        new OutcomeIsFinal(),
        new ClaimIsRightful(),
        new CancelIsHeeded(),
        new KillIsAskedFor(),
        new HealthyHostsHandOut(),
        new EpochGrows(),
        new AttemptsAreBounded(attemptsMax),
        new OneTaskPerKey(),
        new OneAtATimePerKey(),
        new NothingAfterCancel(),
        new OneFireAnInstant(),
        new PromisesAreKept(),
        new ChildrenComeWithTheOutcome(),
        new NoticesComeWithTheEnd(),
        new StepAfterItsDependencies(),
        new CompensationForWhatRan(),
        new JobsEnd(),
        new TestedSinceItsClosing(),
        new NoStaleEffect());
  }

  /**
   * Returns the rules that assume clocks within their error bound.
   *
   * @param clockError largest error of a host's clock
   * @param enqueueTimeout time-out of the store consumers
   * @param doublingsMax number of doublings of that time-out
   */
  public static List<Rule> ofRightClocks(
      Duration clockError, Duration enqueueTimeout, int doublingsMax) {
    return List.of(
        new LeaseIsKept(clockError),
        new NeverEarly(clockError),
        new OrderWithinKeys(clockError),
        new ReleasedOnTheRamp(clockError),
        new AlarmIsSet(RUNNING_MAX),
        new PushesGrowRare(enqueueTimeout, doublingsMax));
  }

  /**
   * Returns the rules that also assume that no process is stopped for longer than its leases.
   *
   * @param clockError largest error of a host's clock
   */
  public static List<Rule> ofUnstopped(Duration clockError) {
    return List.of(new NoOverlap(), new NoResultWhileRunning(), new RunsWithinItsLease(clockError));
  }
}
