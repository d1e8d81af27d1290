package dev.atf.controller;

import java.time.Instant;
import java.util.Optional;

/**
 * Executor processes of one lambda on this host.
 *
 * @param wanted processes that are to run
 * @param ready processes that take work
 * @param starting processes that run and do not take work yet
 * @param failing processes that keep ending before they have run for long
 * @param failure of these; empty if none is failing
 */
public record HostExecutors(
    String lambda, int wanted, int ready, int starting, int failing, Optional<Failure> failure) {
  /**
   * Failure of executors.
   *
   * @param exitCode of the last process that ended
   * @param how it ended, in words
   * @param inARow number of processes that ended in a row
   * @param since when the first of them ended
   * @param lastError the last line on standard error
   */
  public record Failure(int exitCode, String how, int inARow, Instant since, String lastError) {}
}
