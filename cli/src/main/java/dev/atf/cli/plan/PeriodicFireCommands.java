package dev.atf.cli.plan;

import dev.atf.cli.output.EndWait;
import dev.atf.cli.output.ProgressLine;
import dev.atf.cli.task.TaskOutput;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.BackfillPeriodicRequest;
import dev.atf.protocol.v1.BackfillPeriodicResponse;
import dev.atf.protocol.v1.TriggerPeriodicRequest;
import dev.atf.protocol.v1.TriggerPeriodicResponse;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Commands that create tasks in addition to the schedule. */
final class PeriodicFireCommands {
  private PeriodicFireCommands() {}

  @Command(name = "trigger", description = "Create one task now, in addition to the schedule.")
  static final class Trigger extends PeriodicCommand.OfOne {
    @Option(
        names = "--key",
        paramLabel = "KEY",
        description = "Idempotency key: the same key twice creates one task.")
    private @Nullable String key;

    @Override
    public Integer call() {
      var request = TriggerPeriodicRequest.newBuilder().setLambda(lambda).setName(name);
      Optional.ofNullable(key).ifPresent(request::setIdempotencyKey);
      return api.answer(connection -> connection.periodic().trigger(request.build()), this::print);
    }

    private void print(TriggerPeriodicResponse answer) {
      var done = answer.getCreated() ? "scheduled" : "was scheduled before";
      api.out().printf("%s %s%n", answer.getTaskId(), done);
    }
  }

  @Command(
      name = "backfill",
      description = {
        "Create the tasks of past fires that have none.",
        "A fire whose task is still stored does not happen again.",
        "The command waits for the lambda's rate, because each task needs a token."
      })
  static final class Backfill extends PeriodicCommand.OfOne {
    /** Maximum number of fires in one call. */
    private static final int STEP = 200;

    /** Pause before the next try when the lambda's rate is used up. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final int TOTAL_UNKNOWN = -1;

    @Option(
        names = "--from",
        required = true,
        paramLabel = "T",
        description = "Fires at or after this time.")
    private Instant from;

    @Option(
        names = "--until",
        required = true,
        paramLabel = "T",
        description = "Fires before this time, which must not be in the future.")
    private Instant until;

    @Option(
        names = "--max",
        paramLabel = "N",
        description = "Maximum number of fires that are checked (default: ${DEFAULT-VALUE}).")
    private int max = 10_000;

    @Override
    public Integer call() {
      return api.answer(this::all, this::print);
    }

    private void print(BackfillPeriodicResponse answer) {
      PeriodicCommand.print(api, answer.getFiresList());
      api.out()
          .printf(
              "%d made, %d had a task already%s%n",
              answer.getFiresCount(),
              answer.getExisting(),
              answer.hasNextFrom()
                  ? "; go on with --from " + TaskOutput.time(answer.getNextFrom())
                  : "");
    }

    private BackfillPeriodicResponse all(ApiConnection connection) {
      var progress = new ProgressLine(System.err);
      var all = BackfillPeriodicResponse.newBuilder().setNextFrom(ProtoTimes.proto(from));
      progress.begin("fires checked", TOTAL_UNKNOWN);
      try {
        while (all.hasNextFrom() && seen(all) < max) {
          add(all, page(connection, request(all), progress));
          progress.step(seen(all));
        }
      } catch (StatusRuntimeException e) {
        progress.end();
        api.err()
            .printf(
                "%d made so far; go on with --from %s%n",
                all.getFiresCount(), TaskOutput.time(all.getNextFrom()));
        throw e;
      } finally {
        progress.end();
      }
      return all.build();
    }

    private BackfillPeriodicRequest request(BackfillPeriodicResponse.Builder all) {
      return BackfillPeriodicRequest.newBuilder()
          .setLambda(lambda)
          .setName(name)
          .setFrom(all.getNextFrom())
          .setUntil(ProtoTimes.proto(until))
          .setMax(Math.min(max - seen(all), STEP))
          .build();
    }

    private static void add(BackfillPeriodicResponse.Builder all, BackfillPeriodicResponse page) {
      all.addAllFires(page.getFiresList()).setExisting(all.getExisting() + page.getExisting());
      if (page.hasNextFrom()) {
        all.setNextFrom(page.getNextFrom());
      } else {
        all.clearNextFrom();
      }
    }

    private static int seen(BackfillPeriodicResponse.Builder all) {
      return all.getFiresCount() + all.getExisting();
    }

    private static BackfillPeriodicResponse page(
        ApiConnection connection, BackfillPeriodicRequest request, ProgressLine progress) {
      while (true) {
        try {
          return connection.periodic().backfill(request);
        } catch (StatusRuntimeException e) {
          if (RpcErrors.reasonOf(e).filter(ErrorReason.QUOTA_EXCEEDED::equals).isEmpty()) {
            throw e;
          }
          progress.note("waits for the lambda's rate");
          EndWait.pause(PAUSE);
        }
      }
    }
  }
}
