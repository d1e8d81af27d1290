package dev.atf.storeconsumer.alarm;

import dev.atf.model.Alarm;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.lambda.Shard;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.release.ListPacing;
import dev.atf.storeconsumer.release.PollSettings;
import dev.atf.storeconsumer.release.TurnHealth;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the alarms of shards page by page, and keeps where the reading of each goes on. Pages may
 * be read on several threads at a time; everything else is done on one, while none is read.
 */
@Singleton
public final class AlarmPages {
  private static final Logger log = LoggerFactory.getLogger(AlarmPages.class);

  private final TriggerIndex index;
  private final PollSettings settings;
  private final ConsumerMetrics metrics;
  private final Map<Shard, PageMark> marks = new HashMap<>();
  private final ListPacing<Shard> pacing;

  private enum Reading {
    DONE,
    SKIPPED,
    FAILED
  }

  /** Alarms of one shard that have rung; none if it was not read. */
  record Page(Shard shard, Reading reading, List<TriggerEntry> entries, Optional<PageMark> next) {
    private static Page unread(Shard shard, Reading reading) {
      return new Page(shard, reading, List.of(), Optional.empty());
    }

    private boolean isRead() {
      return reading == Reading.DONE;
    }
  }

  /** Says when a shard is to be read again. */
  enum Rest {
    /** The next round: the page was handled whole, or could not be read. */
    NONE,
    /** The next turn: there are more. */
    CUT,
    /** The next turn, before all others: nothing of the page was handled. */
    SKIPPED
  }

  @Inject
  public AlarmPages(
      TriggerIndex index,
      LambdaDirectory directory,
      PollSettings settings,
      ConsumerMetrics metrics) {
    this.index = index;
    this.settings = settings;
    this.metrics = metrics;
    this.pacing = new ListPacing<>(directory.awake(), settings, shard -> shard.lambda().name());
  }

  /** Returns the shards that are to be read, and forgets where the reading of others was. */
  List<Shard> select(Collection<Shard> shards, Instant now) {
    marks.keySet().retainAll(shards);
    return pacing.select(shards, now);
  }

  private Optional<Instant> first(Shard shard, Instant until) {
    return index.read(shard.check(), until, 1, Optional.empty()).entries().stream()
        .findFirst()
        .map(TriggerEntry::triggerAt);
  }

  Page read(Shard shard, AlarmTurn turn, TurnHealth health) {
    if (turn.isOver()) {
      return Page.unread(shard, Reading.SKIPPED);
    }
    try {
      if (pacing.isIdle(shard, turn.now(), last -> first(shard, last))) {
        health.succeeded();
        return new Page(shard, Reading.DONE, List.of(), Optional.empty());
      }
      var until = turn.now().truncatedTo(ChronoUnit.MILLIS);
      // A clock that was set back may have left a mark behind what is read now.
      var after =
          Optional.ofNullable(marks.get(shard)).filter(mark -> !mark.triggerAt().isAfter(until));
      var page = index.read(shard.check(), until, settings.pageSize(), after);
      pacing.read(shard, page.entries().isEmpty(), turn.now());
      if (page.entries().isEmpty()) {
        health.succeeded();
      }
      return new Page(shard, Reading.DONE, page.entries(), page.next());
    } catch (RuntimeException e) {
      health.failed();
      metrics.pollFailed(Alarm.CHECK);
      log.warn("partition={} could not be polled: {}", shard.check(), e.toString());
      return Page.unread(shard, Reading.FAILED);
    }
  }

  /**
   * Notes where the reading of the shard continues: never behind an alarm that was not handled.
   *
   * @param last alarm of the page up to which all are handled
   */
  Rest saveCursor(Page page, Optional<TriggerEntry> last, AlarmTurn turn) {
    var shard = page.shard();
    if (!page.isRead()) {
      if (page.reading() == Reading.SKIPPED) {
        return Rest.SKIPPED;
      }
      // Perhaps the mark is what the store refuses.
      marks.remove(shard);
      return Rest.NONE;
    }
    var entries = page.entries();
    boolean all = entries.isEmpty() || last.equals(Optional.of(entries.get(entries.size() - 1)));
    var mark = all ? page.next() : last.map(AlarmPages::markOf);
    if (all && mark.isEmpty()) {
      marks.remove(shard);
      return Rest.NONE;
    }
    mark.ifPresent(at -> marks.put(shard, at));
    if (mark.isEmpty() && turn.isOver()) {
      return Rest.SKIPPED;
    }
    return all || turn.isOver() ? Rest.CUT : Rest.NONE;
  }

  private static PageMark markOf(TriggerEntry entry) {
    return new PageMark(entry.triggerAt(), entry.taskId());
  }
}
