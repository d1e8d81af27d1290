package dev.atf.model.worker;

import dev.atf.model.LambdaName;

/**
 * Work of one lambda on one worker host.
 *
 * @param processes number of executors that take work, as the host's supervisor sees them; 0
 *     without a supervisor
 * @param threads total number of its executors' threads, as they report it
 * @param waiting calls of executors that wait for work
 * @param running attempts that its executors have received and not ended
 * @param handedOut attempts handed out since its start
 * @param ended attempts that ended within the last minute, those that failed among them
 * @param failed number of them that failed
 * @param asksElsewhere whether it must be informed how attempts end on other hosts; not stored
 * @param unhealthy why it starts no attempts, in words; empty if it does
 */
public record LambdaWork(
    LambdaName lambda,
    int processes,
    int threads,
    int waiting,
    int running,
    long handedOut,
    int ended,
    int failed,
    boolean asksElsewhere,
    String unhealthy) {
  /** Returns whether it has executors that may start attempts. */
  public boolean isServed() {
    return unhealthy.isEmpty() && (processes > 0 || waiting > 0 || running > 0);
  }
}
