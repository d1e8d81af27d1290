package dev.atf.cli.task;

import com.google.protobuf.Timestamp;
import dev.atf.protocol.ProtoTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the due time of a new task. At most one of them is given. */
final class DueOptions {
  @Option(names = "--at", paramLabel = "T", description = "Not before (2026-01-01T00:00:00Z).")
  private @Nullable Instant at;

  @Option(
      names = "--delay",
      paramLabel = "D",
      description = "Not before this time from now (10s, 5m, 1h).")
  private @Nullable Duration delay;

  void into(Consumer<Timestamp> scheduledAt, Consumer<com.google.protobuf.Duration> delayed) {
    Optional.ofNullable(at).map(ProtoTimes::proto).ifPresent(scheduledAt);
    Optional.ofNullable(delay).map(ProtoTimes::proto).ifPresent(delayed);
  }
}
