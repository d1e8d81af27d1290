package dev.atf.cli.worker;

import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.v1.ListWorkersResponse;
import dev.atf.protocol.v1.Worker;
import dev.atf.protocol.v1.WorkerLambda;
import java.io.PrintWriter;
import java.util.stream.Collectors;

/** Prints worker hosts as text. */
final class WorkerOutput {
  private WorkerOutput() {}

  static void printAll(ApiOptions api, ListWorkersResponse answer) {
    if (answer.getWorkersCount() == 0) {
      api.out().println("no worker host is known");
      return;
    }
    var table = new TextTable("PLACE", "HEALTH", "RUNNING", "HOST", "SEEN", "LAMBDAS");
    answer
        .getWorkersList()
        .forEach(
            worker ->
                table.add(
                    worker.getPlace(),
                    state(worker),
                    Integer.toString(worker.getRunning()),
                    TaskOutput.printable(worker.getHost()),
                    TaskOutput.time(worker.getSeenAt()),
                    worker.getLambdasList().stream()
                        .map(WorkerLambda::getLambda)
                        .collect(Collectors.joining(","))));
    table.print(api.out(), api.terminal());
  }

  static void print(ApiOptions api, Worker worker) {
    var out = api.out();
    line(out, "place", worker.getPlace());
    line(out, "health", state(worker));
    line(out, "because", worker.getReason());
    line(out, "drained", worker.getDrainedBy());
    line(out, "instance", worker.getInstance());
    line(out, "host", worker.getHost());
    line(out, "version", worker.getVersion());
    line(out, "offers", String.join(",", worker.getOffersList()));
    line(out, "started", TaskOutput.time(worker.getStartedAt()));
    line(out, "seen", TaskOutput.time(worker.getSeenAt()));
    worker
        .getLambdasList()
        .forEach(
            work ->
                line(
                    out,
                    "lambda",
                    "%s: %d running, %d waiting for work, %d handed out, %d processes, %d threads%s"
                        .formatted(
                            work.getLambda(),
                            work.getRunning(),
                            work.getWaiting(),
                            work.getHandedOut(),
                            work.getProcesses(),
                            work.getThreads(),
                            work.getUnhealthy().isEmpty()
                                ? ""
                                : "; takes none: " + work.getUnhealthy())));
    worker
        .getGoneList()
        .forEach(
            gone ->
                line(
                    out,
                    "gone",
                    "%s %s: %s"
                        .formatted(
                            TaskOutput.time(gone.getAt()), gone.getInstance(), gone.getReason())));
  }

  /** Returns the health of the host, or that it is drained. */
  static String state(Worker worker) {
    var health = worker.getInstance().isEmpty() ? "GONE" : worker.getHealth().name();
    if (worker.getDrainedBy().isEmpty() || worker.getInstance().isEmpty()) {
      return health;
    }
    return health + (worker.getDrained() ? ", DRAINED" : ", DRAINING");
  }

  private static void line(PrintWriter out, String name, String value) {
    if (!value.isEmpty()) {
      out.printf("%-10s %s%n", name, TaskOutput.oneLine(value));
    }
  }
}
