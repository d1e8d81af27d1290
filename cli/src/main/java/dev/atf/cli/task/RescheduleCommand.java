package dev.atf.cli.task;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.RescheduleTaskRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atf reschedule}: gives a task that does not run another time. */
@Command(name = "reschedule", description = "Change the time of a task that is not running.")
public final class RescheduleCommand extends OneTaskCommand {
  @ArgGroup(multiplicity = "1")
  private When when;

  /** The new time. */
  static final class When {
    @Option(names = "--at", paramLabel = "T", description = "Not before (2026-01-01T00:00:00Z).")
    private @Nullable Instant at;

    @Option(
        names = "--delay",
        paramLabel = "D",
        description = "Not before this time from now, by this machine's clock (10s, 5m, 1h).")
    private @Nullable Duration delay;

    Instant instant() {
      return at == null
          ? InstantSource.system().instant().plus(delay == null ? Duration.ZERO : delay)
          : at;
    }
  }

  @Override
  public Integer call() {
    var request =
        RescheduleTaskRequest.newBuilder()
            .setTaskId(taskId)
            .setScheduledAt(ProtoTimes.proto(when.instant()))
            .build();
    return api.answer(
        connection -> connection.tasks().rescheduleTask(request),
        task -> api.out().printf("%s is due %s%n", taskId, TaskOutput.time(task.getScheduledAt())));
  }
}
