package dev.atf.cli.worker;

import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.EndWait;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.DrainWorkerRequest;
import dev.atf.protocol.v1.GetWorkerRequest;
import dev.atf.protocol.v1.ListWorkersRequest;
import dev.atf.protocol.v1.ListWorkersResponse;
import dev.atf.protocol.v1.RetireWorkerRequest;
import dev.atf.protocol.v1.UndrainWorkerRequest;
import dev.atf.protocol.v1.Worker;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about the worker hosts of a cluster. */
public final class WorkerCommands {
  private WorkerCommands() {}

  /** {@code atf worker list}: lists the worker hosts. */
  @Command(name = "list", description = "List worker hosts, their health and what they run.")
  public static final class ListWorkers extends ApiCommand {
    @Option(
        names = "--lambda",
        paramLabel = "LAMBDA",
        description = "Only hosts that serve this lambda.")
    private String lambda = "";

    @Override
    public Integer call() {
      var request = ListWorkersRequest.newBuilder().setLambda(lambda).build();
      return api.answer(connection -> connection.workers().listWorkers(request), this::print);
    }

    private void print(ListWorkersResponse answer) {
      if (answer.getWorkersCount() == 0) {
        api.out().println("no worker host is known");
      } else {
        WorkerOutput.print(api.out(), api.terminal(), answer.getWorkersList());
      }
    }
  }

  /** {@code atf worker get}: shows one place with its host. */
  @Command(name = "get", description = "Show a worker host, by its place.")
  public static final class GetWorker extends OfPlace {
    @Override
    Worker call(ApiConnection connection) {
      return get(connection);
    }
  }

  /** Command that makes calls about a place and prints the host of the answer. */
  abstract static class OfPlace extends ApiCommand {
    @Parameters(
        paramLabel = "PLACE",
        description = "The place of the host, as `atf worker list` prints it.")
    String place;

    abstract Worker call(ApiConnection connection);

    final Worker get(ApiConnection connection) {
      return connection.workers().getWorker(GetWorkerRequest.newBuilder().setPlace(place).build());
    }

    @Override
    public final Integer call() {
      return api.answer(this::call, worker -> WorkerOutput.print(api.out(), worker));
    }
  }

  /** {@code atf worker drain}: drains a place. */
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
          ? new DrainWait(() -> get(connection), place, api.err()).untilDrained(worker, timeout)
          : worker;
    }
  }

  /** {@code atf worker undrain}: ends the drain of a place. */
  @Command(name = "undrain", description = "End the drain of a place.")
  public static final class Undrain extends OfPlace {
    @Override
    Worker call(ApiConnection connection) {
      var request = UndrainWorkerRequest.newBuilder().setPlace(place).build();
      return connection.workers().undrainWorker(request);
    }
  }

  /** {@code atf worker retire}: makes the host of a place exit. */
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
      // The instance is named, so that a repetition does not stop the next host.
      request.setInstance(instance.isEmpty() ? get(connection).getInstance() : instance);
      return connection.workers().retireWorker(request.build());
    }
  }

  /**
   * Waits until the host of a place has drained, and prints what still runs there whenever this
   * changes. A place without a host counts as drained.
   */
  private static final class DrainWait {
    private final Supplier<Worker> host;
    private final String place;
    private final PrintWriter err;
    private String printed = "";

    /**
     * Creates a wait.
     *
     * @param host reads the state of the host
     * @param err receives the progress
     */
    DrainWait(Supplier<Worker> host, String place, PrintWriter err) {
      this.host = host;
      this.place = place;
      this.err = err;
    }

    /**
     * Returns the host once nothing runs there.
     *
     * @param worker state of the host after the order
     * @throws CommandFailedException if something still runs there when the timeout elapses, or the
     *     drain was cancelled
     */
    Worker untilDrained(Worker worker, Duration timeout) {
      if (isOver(worker)) {
        return worker;
      }
      return new EndWait<>(this::ask, DrainWait::isOver, this::unfinished).untilFinished(timeout);
    }

    private Worker ask() {
      var worker = host.get();
      if (worker.getDrainedBy().isEmpty()) {
        throw new CommandFailedException(place + " is not drained any more: somebody took it back");
      }
      if (!isOver(worker)) {
        show(unfinished(worker));
      }
      return worker;
    }

    private void show(String what) {
      if (!what.equals(printed)) {
        printed = what;
        err.println("atf: " + what);
        err.flush();
      }
    }

    private String unfinished(Worker worker) {
      return switch (worker.getHealth()) {
        case HEALTHY, NEW, HEALTH_UNKNOWN, UNRECOGNIZED ->
            "%s drains: %d running".formatted(place, worker.getRunning());
        case UNHEALTHY, MUST_DIE ->
            "%s drains: %d running, %s".formatted(place, worker.getRunning(), worker.getReason());
      };
    }

    private static boolean isOver(Worker worker) {
      return worker.getInstance().isEmpty() || worker.getDrained();
    }
  }
}
