package dev.atf.simulation.check;

import dev.atf.model.worker.WorkerHealth;
import dev.atf.model.worker.WorkerOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Claim that a worker host begins, to hand out what it gets.
 *
 * @param host name of its process
 * @param answers to its reports: the latest that it has certainly dealt with, and the latest that
 *     has arrived
 */
public record HandOut(String host, List<Answer> answers) {
  /**
   * Answer of the HSC to a report.
   *
   * @param health empty: not known
   * @param age time since the report was sent, on the host's clock
   * @param validFor age up to which the host may rely on it; empty: without end
   */
  public record Answer(
      Optional<WorkerHealth> health, WorkerOrder order, Duration age, Optional<Duration> validFor) {
    boolean permitsWork() {
      return order == WorkerOrder.NONE
          && health.filter(known -> known != WorkerHealth.HEALTHY).isEmpty()
          && validFor.filter(limit -> age.compareTo(limit) >= 0).isEmpty();
    }
  }

  public HandOut {
    answers = List.copyOf(answers);
  }
}
