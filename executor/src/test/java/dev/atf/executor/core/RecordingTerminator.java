package dev.atf.executor.core;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers why the process would have ended. */
final class RecordingTerminator implements Terminator {
  private final List<String> reasons = new CopyOnWriteArrayList<>();

  @Override
  public void terminate(String reason) {
    reasons.add(reason);
  }

  List<String> reasons() {
    return reasons;
  }
}
