package dev.atf.cli.worker;

import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.EndWait;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetWorkerRequest;
import dev.atf.protocol.v1.Worker;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * Waits until the host of a place has drained, and prints what still runs there whenever that
 * changes. A place that nobody holds has drained.
 */
final class DrainWait {
  private final ApiConnection connection;
  private final String place;
  private final PrintWriter err;
  private String said = "";

  /**
   * @param err receives the progress
   */
  DrainWait(ApiConnection connection, String place, PrintWriter err) {
    this.connection = connection;
    this.place = place;
    this.err = err;
  }

  /**
   * Returns the host once nothing runs there.
   *
   * @param worker its state after the order
   * @throws CommandFailedException if something still runs there when the time is over, or the
   *     drain was taken back
   */
  Worker untilDrained(Worker worker, Duration timeout) {
    if (isOver(worker)) {
      return worker;
    }
    return new EndWait<>(this::ask, DrainWait::isOver, this::unfinished).untilFinished(timeout);
  }

  private Worker ask() {
    var worker =
        connection.workers().getWorker(GetWorkerRequest.newBuilder().setPlace(place).build());
    if (worker.getDrainedBy().isEmpty()) {
      throw new CommandFailedException(place + " is not drained any more: somebody took it back");
    }
    if (!isOver(worker)) {
      say(unfinished(worker));
    }
    return worker;
  }

  private void say(String what) {
    if (!what.equals(said)) {
      said = what;
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
