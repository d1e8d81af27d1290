package dev.atf.cli.worker;

import dev.atf.cli.output.Terminal;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.v1.Worker;
import dev.atf.protocol.v1.WorkerLambda;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Prints worker hosts as text. */
final class WorkerOutput {
  private WorkerOutput() {}

  static void print(PrintWriter out, Terminal terminal, List<Worker> workers) {
    var table = new TextTable("PLACE", "HEALTH", "RUNNING", "HOST", "VERSION", "SEEN", "LAMBDAS");
    workers.forEach(
        worker ->
            table.add(
                worker.getPlace(),
                state(worker),
                running(worker),
                TaskOutput.printable(worker.getHost()),
                TaskOutput.printable(worker.getVersion()),
                TaskOutput.time(worker.getSeenAt()),
                worker.getLambdasList().stream()
                    .map(WorkerLambda::getLambda)
                    .collect(Collectors.joining(","))));
    table.print(out, terminal);
    for (var worker : workers) {
      obstacles(worker)
          .forEach(text -> out.println(worker.getPlace() + ": " + TaskOutput.oneLine(text)));
    }
  }

  /** Returns the number of running attempts, of how many threads if that is known. */
  private static String running(Worker worker) {
    int threads = worker.getLambdasList().stream().mapToInt(WorkerLambda::getThreads).sum();
    return worker.getRunning() + (threads == 0 ? "" : "/" + threads);
  }

  /** Returns why the host takes no work, and what to do about it. */
  private static List<String> obstacles(Worker worker) {
    var found = new ArrayList<String>();
    if (!worker.getDrainedBy().isEmpty()) {
      found.add(
          "drained %s; `./atf worker undrain %s` lets it work again"
              .formatted(worker.getDrainedBy(), worker.getPlace()));
    }
    if (worker.getInstance().isEmpty()) {
      return found;
    }
    switch (worker.getHealth()) {
      case UNHEALTHY, MUST_DIE ->
          found.add(
              "%s; fix the host, or retire it: `./atf worker retire %s`"
                  .formatted(worker.getReason(), worker.getPlace()));
      case NEW, HEALTHY, HEALTH_UNKNOWN, UNRECOGNIZED -> {}
    }
    for (var work : worker.getLambdasList()) {
      if (!work.getUnhealthy().isEmpty()) {
        found.add("starts no task of %s: %s".formatted(work.getLambda(), work.getUnhealthy()));
      }
    }
    return found;
  }

  static void print(PrintWriter out, Worker worker) {
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
  private static String state(Worker worker) {
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
