package dev.atf.cli.plan;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.PeriodicSchedule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Schedule of a periodic task. */
@Command
final class PeriodicScheduleOptions {
  @Option(
      names = "--cron",
      paramLabel = "EXPR",
      description = "Five fields like Unix, six with seconds first, or @daily.")
  private @Nullable String cron;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "Time zone of --cron, such as Europe/Berlin (default: UTC).")
  private @Nullable String zone;

  @Option(
      names = "--every",
      paramLabel = "D",
      description = "The interval between two fires (10s, 5m, 1h).")
  private @Nullable Duration every;

  @Option(
      names = "--anchor",
      paramLabel = "T",
      description = "The time from which --every counts (default: 1970, so on the full hour).")
  private @Nullable Instant anchor;

  @Option(names = "--start-at", paramLabel = "T", description = "No fires before this time.")
  private @Nullable Instant startAt;

  @Option(names = "--end-at", paramLabel = "T", description = "No fires from this time on.")
  private @Nullable Instant endAt;

  @Option(
      names = "--jitter",
      paramLabel = "D",
      description = "Maximum random delay of a fire. The delay of a given fire never changes.")
  private @Nullable Duration jitter;

  boolean isGiven() {
    return cron != null || every != null;
  }

  PeriodicSchedule schedule() {
    var schedule = PeriodicSchedule.newBuilder();
    Optional.ofNullable(cron).ifPresent(schedule::setCron);
    Optional.ofNullable(zone).ifPresent(schedule::setTimeZone);
    Optional.ofNullable(every).map(ProtoTimes::proto).ifPresent(schedule::setEvery);
    Optional.ofNullable(anchor).map(ProtoTimes::proto).ifPresent(schedule::setAnchor);
    Optional.ofNullable(startAt).map(ProtoTimes::proto).ifPresent(schedule::setStartAt);
    Optional.ofNullable(endAt).map(ProtoTimes::proto).ifPresent(schedule::setUntil);
    Optional.ofNullable(jitter).map(ProtoTimes::proto).ifPresent(schedule::setJitter);
    return schedule.build();
  }
}
