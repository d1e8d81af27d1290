package dev.atf.cli.worker;

import dev.atf.cli.access.ApiCommand;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.DrainWorkerRequest;
import dev.atf.protocol.v1.GetWorkerRequest;
import dev.atf.protocol.v1.RetireWorkerRequest;
import dev.atf.protocol.v1.UndrainWorkerRequest;
import dev.atf.protocol.v1.Worker;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that order something to worker hosts. */
public final class WorkerOrderCommands {
  private WorkerOrderCommands() {}

  /** Command that makes calls about a place and prints the host of the answer. */
  abstract static class OfPlace extends ApiCommand {
    @Parameters(
        paramLabel = "PLACE",
        description = "The place of the host, as `atf worker list` prints it.")
    String place;

    abstract Worker call(ApiConnection connection);

    @Override
    public final Integer call() {
      return api.answer(this::call, worker -> WorkerOutput.print(api.out(), worker));
    }
  }

  /** {@code atf worker drain}. */
  @Command(
      name = "drain",
      description = {
        "Drain a place: its hosts take no more work and finish what runs.",
        "This also applies to later hosts of the place, until `atf worker undrain`."
      })
  public static final class Drain extends OfPlace {
    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "The reason, which is shown with the host.")
    private String reason = "";

    @Option(
        names = "--wait",
        description =
            "Wait until nothing runs there; the exit code is 1 if the time is over before.")
    private boolean wait;

    @Option(
        names = "--timeout",
        paramLabel = "D",
        defaultValue = "10m",
        description = "Maximum duration of --wait (default: ${DEFAULT-VALUE}).")
    private Duration timeout;

    @Override
    Worker call(ApiConnection connection) {
      var request = DrainWorkerRequest.newBuilder().setPlace(place).setReason(reason).build();
      var worker = connection.workers().drainWorker(request);
      return wait
          ? new DrainWait(connection, place, api.err()).untilDrained(worker, timeout)
          : worker;
    }
  }

  /** {@code atf worker undrain}. */
  @Command(name = "undrain", description = "End the drain of a place.")
  public static final class Undrain extends OfPlace {
    @Override
    Worker call(ApiConnection connection) {
      var request = UndrainWorkerRequest.newBuilder().setPlace(place).build();
      return connection.workers().undrainWorker(request);
    }
  }

  /** {@code atf worker retire}. */
  @Command(
      name = "retire",
      description = {
        "Retire the host that has a place: it exits with 74 and cannot come back.",
        "Its tasks are tried again; to let them finish, drain the place first. The place is"
            + " free for another host, and is not drained."
      })
  public static final class Retire extends OfPlace {
    @Option(
        names = "--instance",
        paramLabel = "ID",
        description = "Only this start of a host (default: the one that has the place).")
    private String instance = "";

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "The reason, which is shown with the place.")
    private String reason = "";

    @Override
    Worker call(ApiConnection connection) {
      var request = RetireWorkerRequest.newBuilder().setPlace(place).setReason(reason);
      // Named, so that a repetition does not end the host that comes next.
      request.setInstance(instance.isEmpty() ? holder(connection) : instance);
      return connection.workers().retireWorker(request.build());
    }

    private String holder(ApiConnection connection) {
      var request = GetWorkerRequest.newBuilder().setPlace(place).build();
      return connection.workers().getWorker(request).getInstance();
    }
  }
}
