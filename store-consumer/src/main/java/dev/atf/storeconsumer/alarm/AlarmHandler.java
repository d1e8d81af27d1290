package dev.atf.storeconsumer.alarm;

import com.google.common.collect.Lists;
import dev.atf.model.task.Association;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.pool.WorkPools;
import dev.atf.storeconsumer.release.CapacityReservations;
import dev.atf.storeconsumer.release.DueTask;
import dev.atf.storeconsumer.release.Releaser;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about each task whose alarm rang, writes the decision, and then pushes the references
 * that it names.
 */
@Singleton
public final class AlarmHandler {
  private static final Logger log = LoggerFactory.getLogger(AlarmHandler.class);

  private final AlarmDecider decider;
  private final AlarmWriter writer;
  private final Releaser releaser;
  private final WorkPools pools;
  private final ConsumerMetrics metrics;

  private record Handled(boolean skipped, Optional<DueTask> push) {
    static final Handled SKIPPED = new Handled(true, Optional.empty());
    static final Handled DONE = new Handled(false, Optional.empty());
  }

  @Inject
  public AlarmHandler(
      AlarmDecider decider,
      AlarmWriter writer,
      Releaser releaser,
      WorkPools pools,
      ConsumerMetrics metrics) {
    this.decider = decider;
    this.writer = writer;
    this.releaser = releaser;
    this.pools = pools;
    this.metrics = metrics;
  }

  /**
   * Handles all alarms, unless the turn is over before. Alarms whose writes the store did not take
   * are left to the next round.
   *
   * @param rang tasks whose alarms rang, as read, perhaps a little behind
   * @return false if some were not looked at
   */
  boolean handle(Collection<Association> rang, AlarmTurn turn) {
    boolean all = true;
    for (var chunk : Lists.partition(List.copyOf(rang), pools.alarmChunk())) {
      var places = decider.reservations(turn.now());
      var handled = pools.alarm().map(chunk, task -> handle(task, places, turn));
      releaser.push(
          handled.stream().flatMap(done -> done.push().stream()).toList(),
          pools.alarm(),
          turn.now());
      all &= handled.stream().noneMatch(Handled::skipped);
    }
    return all;
  }

  private Handled handle(Association task, CapacityReservations places, AlarmTurn turn) {
    if (turn.isOver()) {
      return Handled.SKIPPED;
    }
    try {
      var decision = decider.decide(task, places, turn);
      if (decision instanceof AlarmDecision.Ignore ignore) {
        metrics.alarmIgnored(ignore.reason());
        return Handled.DONE;
      }
      return new Handled(false, writer.write(task, (AlarmDecision.Written) decision, turn));
    } catch (RuntimeException e) {
      // The other alarms of the page are handled all the same.
      log.warn("taskId={} its alarm could not be dealt with", task.taskId(), e);
      return Handled.DONE;
    }
  }
}
