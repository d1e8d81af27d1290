package dev.atf.executor.core;

import dev.atf.executor.ExitCode;
import dev.atf.executor.core.attempt.Terminator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Terminator that records the reason instead of ending the process. */
public final class RecordingTerminator implements Terminator {
  private final List<String> reasons = new CopyOnWriteArrayList<>();
  private final List<ExitCode> codes = new CopyOnWriteArrayList<>();

  /** Set if it throws instead of ending the process. */
  volatile boolean breaks;

  @Override
  public void terminate(ExitCode code, String reason) {
    codes.add(code);
    reasons.add(reason);
    if (breaks) {
      throw new AssertionError("it does not end");
    }
  }

  public List<ExitCode> codes() {
    return codes;
  }

  public List<String> reasons() {
    return reasons;
  }
}
