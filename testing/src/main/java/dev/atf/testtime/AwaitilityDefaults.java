package dev.atf.testtime;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionEvaluationListener;
import org.awaitility.core.EvaluatedCondition;
import org.awaitility.core.TimeoutEvent;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Raises Awaitility's own limit of ten seconds to {@link TestTimeouts#STALL}, and reports how busy
 * the machine was when a wait failed. JUnit finds it in every module, before the first test.
 */
public final class AwaitilityDefaults implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(TestTimeouts.STALL);
    Awaitility.setDefaultConditionEvaluationListener(new LoadReport());
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
