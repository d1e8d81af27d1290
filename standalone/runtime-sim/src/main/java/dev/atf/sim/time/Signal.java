package dev.atf.sim.time;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Signal for which one thread waits. An action outside of any thread may also raise it. */
public final class Signal {
  private final Timeline timeline;
  private @Nullable VirtualThread waiting;
  private boolean raised;

  public Signal(Timeline timeline) {
    this.timeline = timeline;
  }

  public void raise() {
    raised = true;
    if (waiting != null) {
      waiting.wake();
    }
  }

  /**
   * Waits for the signal.
   *
   * @return false if the time-out elapsed first
   */
  public boolean await(Duration patience) throws InterruptedException {
    long until = timeline.nanos() + patience.toNanos();
    var self = VirtualProcess.current();
    waiting = self;
    try {
      while (!raised && timeline.nanos() < until) {
        boolean ignored = self.await(until);
      }
      return raised;
    } finally {
      waiting = null;
    }
  }
}
