package dev.atf.lab.journal;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One run of a handler, as its executor's journal records it.
 *
 * @param startedNanos on the monotonic clock of the host, which its processes share
 * @param endedNanos empty if the process died before the end
 */
public record Execution(
    String taskId,
    long epoch,
    int attempt,
    long pid,
    Instant startedAt,
    long startedNanos,
    OptionalLong endedNanos) {

  /** Returns when it was over: at its own end, or at the death of its process. */
  public Optional<Long> overAt(java.util.Map<Long, Long> deaths) {
    return endedNanos.isPresent()
        ? Optional.of(endedNanos.getAsLong())
        : Optional.ofNullable(deaths.get(pid));
  }
}
