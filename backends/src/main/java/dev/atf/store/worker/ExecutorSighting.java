package dev.atf.store.worker;

import java.time.Instant;
import java.util.Optional;

/**
 * Executor processes of one lambda on one host.
 *
 * @param wanted desired number of processes
 * @param ready number of executors that take work
 * @param starting number of executors that run but do not take work yet
 * @param failing number of executors in a crash loop
 * @param failure failure of these executors; empty if none is failing
 */
public record ExecutorSighting(
    int wanted, int ready, int starting, int failing, Optional<Failure> failure) {
  /**
   * Exit code of an executor without a handler for its lambda, as in {@code
   * dev.atf.executor.ExitCode}.
   */
  private static final int HANDLER_MISSING = 73;

  /**
   * Failures of executors.
   *
   * @param exitCode exit code of the latest failure
   * @param how description of the latest failure
   * @param inARow number of consecutive failures
   * @param since time of the first one
   * @param lastError last line of its standard error; may be empty
   */
  public record Failure(int exitCode, String how, int inARow, Instant since, String lastError) {
    public boolean isHandlerMissing() {
      return exitCode == HANDLER_MISSING;
    }
  }

  public static Optional<ExecutorSighting> of(SightingNote note) {
    return note.number("wanted")
        .map(
            wanted ->
                new ExecutorSighting(
                    wanted.intValue(),
                    note.count("ready"),
                    note.count("starting"),
                    note.count("failing"),
                    failure(note)));
  }

  private static Optional<Failure> failure(SightingNote note) {
    return note.count("failing") == 0
        ? Optional.empty()
        : Optional.of(
            new Failure(
                note.count("exitCode"),
                note.text("how"),
                note.count("deathsInARow"),
                Instant.ofEpochSecond(note.number("failingSince").orElse(0.0).longValue()),
                note.text("lastError")));
  }
}
