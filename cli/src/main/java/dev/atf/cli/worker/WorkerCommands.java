package dev.atf.cli.worker;

import static dev.atf.cli.access.Argument.option;
import static dev.atf.cli.access.Argument.parameter;
import static dev.atf.cli.access.Call.call;

import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.access.Argument;
import dev.atf.cli.access.CallCommand;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.EndWait;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.DrainWorkerRequest;
import dev.atf.protocol.v1.GetWorkerRequest;
import dev.atf.protocol.v1.ListWorkersResponse;
import dev.atf.protocol.v1.RetireWorkerRequest;
import dev.atf.protocol.v1.Worker;
import dev.atf.protocol.v1.WorkerServiceGrpc;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Commands about the worker hosts of a cluster. */
public final class WorkerCommands {
  private static final Argument PLACE =
      parameter("PLACE", "The place of the host, as `atf worker list` prints it.");

  private WorkerCommands() {}

  /** Returns the subcommands of {@code atf worker}. */
  public static List<?> all() {
    return List.of(
        call("list", "List worker hosts, their health and what they run.")
            .with(option("--lambda=LAMBDA", "Only hosts that serve this lambda."))
            .calls(WorkerServiceGrpc::getListWorkersMethod, WorkerCommands::printAll),
        call("get", "Show a worker host, by its place.")
            .with(PLACE)
            .calls(WorkerServiceGrpc::getGetWorkerMethod, WorkerCommands::print),
        Drain.class,
        call("undrain", "End the drain of a place.")
            .with(PLACE)
            .calls(WorkerServiceGrpc::getUndrainWorkerMethod, WorkerCommands::print),
        call(
                "retire",
                "Retire the host that has a place: it exits with 74 and cannot come back.",
                "Its tasks are tried again; to let them finish, drain the place first. The place is"
                    + " free for another host, and is not drained.")
            .with(
                PLACE,
                option(
                    "--instance=ID",
                    "Only this start of a host (default: the one that has the place)."),
                option("--reason=TEXT", "The reason, which is shown with the place."))
            .calls(
                WorkerServiceGrpc::getRetireWorkerMethod,
                WorkerCommands::withInstance,
                (api, request, worker) -> print(api, worker)));
  }

  private static Worker get(ApiConnection connection, String place) {
    return connection.workers().getWorker(GetWorkerRequest.newBuilder().setPlace(place).build());
  }

  /** Names the instance, so that a repetition does not stop the next host. */
  private static RetireWorkerRequest withInstance(
      ApiConnection connection, RetireWorkerRequest request) {
    return request.getInstance().isEmpty()
        ? request.toBuilder().setInstance(get(connection, request.getPlace()).getInstance()).build()
        : request;
  }

  private static void printAll(ApiOptions api, ListWorkersResponse answer) {
    if (answer.getWorkersCount() == 0) {
      api.out().println("no worker host is known");
      return;
    }
    WorkerOutput.print(api.out(), api.terminal(), answer.getWorkersList());
  }

  private static void print(ApiOptions api, Worker worker) {
    WorkerOutput.print(api.out(), worker);
  }

  /** {@code atf worker drain}: drains a place. */
  @Command(
      name = "drain",
      description = {
        "Drain a place: its hosts take no more work and finish what runs.",
        "This also applies to later hosts of the place, until `atf worker undrain`."
      })
  static final class Drain extends CallCommand<DrainWorkerRequest, Worker> {
    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "The reason, which is shown with the host.")
    private String reason = "";

    @Option(
        names = "--wait",
        description =
            "Wait until nothing runs there; the exit code is 1 if the time-out passes before.")
    private boolean wait;

    @Option(
        names = "--timeout",
        paramLabel = "D",
        defaultValue = "10m",
        description = "Maximum duration of --wait (default: ${DEFAULT-VALUE}).")
    private Duration timeout;

    Drain() {
      super(WorkerServiceGrpc::getDrainWorkerMethod, List.of(PLACE));
    }

    @Override
    public Integer call() {
      var request = request().toBuilder().setReason(reason).build();
      return api.answer(connection -> drain(connection, request), worker -> print(api, worker));
    }

    private Worker drain(ApiConnection connection, DrainWorkerRequest request) {
      var place = request.getPlace();
      var worker = answer(connection, request);
      return wait
          ? new DrainWait(() -> get(connection, place), place, api.err())
              .untilDrained(worker, timeout)
          : worker;
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
        throw new CommandFailedException(place + " is no longer drained: the drain was cancelled");
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
