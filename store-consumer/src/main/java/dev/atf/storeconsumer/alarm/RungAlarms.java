package dev.atf.storeconsumer.alarm;

import com.google.common.collect.Lists;
import dev.atf.model.Alarm;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TriggerEntry;
import dev.atf.storeconsumer.lambda.Shard;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.release.TurnHealth;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the tasks of alarms that have rung, and has each dealt with. Not thread-safe. */
@Singleton
public final class RungAlarms {
  private static final Logger log = LoggerFactory.getLogger(RungAlarms.class);

  /** Tasks that DynamoDB reads in one BatchGetItem, and between two looks at the time. */
  private static final int CHUNK = 100;

  private final TaskAssociations associations;
  private final AlarmHandler handler;
  private final ConsumerMetrics metrics;
  private final PostponedAlarms postponed;

  @Inject
  public RungAlarms(
      TaskAssociations associations,
      AlarmHandler handler,
      MonotonicClock monotonic,
      ConsumerMetrics metrics) {
    this.associations = associations;
    this.handler = handler;
    this.metrics = metrics;
    this.postponed = new PostponedAlarms(monotonic);
  }

  /**
   * Begins a turn.
   *
   * @param mayEnd whether leases may be ended in it
   */
  void begin(boolean mayEnd) {
    postponed.begin(mayEnd);
  }

  /**
   * Deals with the alarms of the pages, chunk by chunk, until the time is over.
   *
   * @return of each shard the last alarm up to which all have been dealt with
   */
  Map<Shard, TriggerEntry> handle(
      Collection<AlarmPages.Page> pages, AlarmTurn turn, TurnHealth health) {
    var rang = new ArrayList<Map.Entry<Shard, TriggerEntry>>();
    pages.forEach(
        page -> page.entries().forEach(entry -> rang.add(Map.entry(page.shard(), entry))));
    var last = new HashMap<Shard, TriggerEntry>();
    var stuck = new HashSet<Shard>();
    var seen = new HashSet<Shard>();
    for (var chunk : Lists.partition(rang, CHUNK)) {
      boolean done = !turn.isOver() && lookAt(chunk, seen, turn, health);
      for (var alarm : chunk) {
        if (!done) {
          stuck.add(alarm.getKey());
        } else if (!stuck.contains(alarm.getKey())) {
          last.put(alarm.getKey(), alarm.getValue());
        }
      }
    }
    return last;
  }

  /** Returns false if not all were dealt with. */
  private boolean lookAt(
      List<Map.Entry<Shard, TriggerEntry>> chunk,
      Set<Shard> seen,
      AlarmTurn turn,
      TurnHealth health) {
    var alarms = postponed.withoutPostponed(chunk, seen);
    if (alarms.isEmpty()) {
      return true;
    }
    try {
      var found = associations.findAll(alarms.stream().map(TriggerEntry::taskId).toList()).values();
      health.succeeded();
      boolean done = handler.handle(found, turn);
      alarms.stream().filter(alarm -> turn.isPostponed(alarm.taskId())).forEach(postponed::add);
      return done;
    } catch (RuntimeException e) {
      health.failed();
      metrics.pollFailed(Alarm.CHECK);
      log.warn("{} tasks could not be read: {}", chunk.size(), e.toString());
      return false;
    }
  }
}
