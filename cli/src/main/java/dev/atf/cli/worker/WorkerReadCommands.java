package dev.atf.cli.worker;

import dev.atf.cli.access.ApiCommand;
import dev.atf.protocol.v1.GetWorkerRequest;
import dev.atf.protocol.v1.ListWorkersRequest;
import dev.atf.protocol.v1.ListWorkersResponse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that show worker hosts. */
public final class WorkerReadCommands {
  private WorkerReadCommands() {}

  /** {@code atf worker list}: the worker hosts there are. */
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

  /** {@code atf worker get}: one place. */
  @Command(name = "get", description = "Show a worker host, by its place.")
  public static final class GetWorker extends ApiCommand {
    @Parameters(
        paramLabel = "PLACE",
        description = "The place of the host, as `atf worker list` prints it.")
    private String place;

    @Override
    public Integer call() {
      var request = GetWorkerRequest.newBuilder().setPlace(place).build();
      return api.answer(
          connection -> connection.workers().getWorker(request),
          worker -> WorkerOutput.print(api.out(), worker));
    }
  }
}
