package dev.atf.testtime;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionEvaluationListener;
import org.awaitility.core.EvaluatedCondition;
import org.awaitility.core.TimeoutEvent;
import org.awaitility.pollinterval.IterativePollInterval;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Raises Awaitility's own limit of ten seconds to {@link TestTimeouts#STALL}, and reports how busy
 * the machine was where a wait failed. A wait checks its condition at once, and then after
 * intervals that grow with its age: most conditions hold within milliseconds. JUnit finds this
 * class in every module, before the first test.
 */
public final class AwaitilityDefaults implements LauncherSessionListener {
  private static final Duration INTERVAL_MIN = Duration.ofMillis(1);

  /** Awaitility's own interval. */
  private static final Duration INTERVAL_MAX = Duration.ofMillis(100);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(TestTimeouts.STALL);
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultPollInterval(
        IterativePollInterval.iterative(AwaitilityDefaults::intervalAfter, INTERVAL_MIN));
    Awaitility.setDefaultConditionEvaluationListener(new LoadReport());
  }

  private static Duration intervalAfter(Duration previous) {
    var doubled = previous.multipliedBy(2);
    return doubled.compareTo(INTERVAL_MAX) < 0 ? doubled : INTERVAL_MAX;
  }

  private static final class LoadReport implements ConditionEvaluationListener<Object> {
    @Override
    public void conditionEvaluated(EvaluatedCondition<Object> condition) {}

    @Override
    public void onTimeout(TimeoutEvent event) {
      System.err.println(event.getDescription() + " (" + MachineLoad.describe() + ")");
    }
  }
}
