package dev.atf.model.worker;

import dev.atf.model.LambdaName;

/**
 * Work of one lambda on one worker host.
 *
 * @param processes number of executors that take work, as the host's supervisor reports them; 0
 *     without a supervisor
 * @param threads total number of its executors' threads, as they report it
 * @param waiting number of executor calls that wait for work
 * @param running number of attempts that its executors have received and not ended
 * @param handedOut number of attempts handed out since the host started
 * @param ended number of attempts that ended within the last minute, including failed ones
 * @param failed number of failed attempts among them
 * @param asksElsewhere whether the host needs to know how attempts end on other hosts; not stored
 * @param unhealthy reason why the host starts no attempts; empty if it starts them
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
  /** Returns whether the host has executors that may start attempts. */
  public boolean isServed() {
    return unhealthy.isEmpty() && (processes > 0 || waiting > 0 || running > 0);
  }
}
