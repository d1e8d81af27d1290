package dev.atf.controller.host;

import java.time.Instant;
import java.util.Optional;

/**
 * Executor processes of one lambda on this host.
 *
 * @param wanted processes that are to run
 * @param ready those that take work
 * @param starting those that run and do not take work yet
 * @param failing those that keep ending before they have run for long
 * @param failure of those; empty if none is failing
 */
public record HostExecutors(
    String lambda, int wanted, int ready, int starting, int failing, Optional<Failure> failure) {
  /**
   * How executors fail.
   *
   * @param exitCode of the last that ended
   * @param how it ended, in words
   * @param inARow how many ended in a row
   * @param since the first of them ended
   * @param lastError the last line on standard error
   */
  public record Failure(int exitCode, String how, int inARow, Instant since, String lastError) {}
}
