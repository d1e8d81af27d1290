package dev.atf.controller;

import java.time.Instant;
import java.util.Optional;

/**
 * Executor processes of one lambda on this host.
 *
 * @param wanted desired number of processes
 * @param ready number of processes that take work
 * @param starting number of running processes that do not take work yet
 * @param failing number of processes in a crash loop
 * @param failure latest failure of these processes; empty if none is failing
 */
public record HostExecutors(
    String lambda, int wanted, int ready, int starting, int failing, Optional<Failure> failure) {
  /**
   * Crash loop of executors.
   *
   * @param exitCode exit code of the last process
   * @param how description of its end
   * @param inARow number of consecutive exits
   * @param since time of the first of these exits
   * @param lastError last line on its standard error
   */
  public record Failure(int exitCode, String how, int inARow, Instant since, String lastError) {}
}
