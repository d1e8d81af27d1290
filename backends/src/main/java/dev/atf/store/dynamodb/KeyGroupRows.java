package dev.atf.store.dynamodb;

import dev.atf.model.Alarm;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.task.Association;
import dev.atf.store.MemberRegistry;
import dev.atf.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows in the members table for groups of fairness keys with writes. They show which lists a poll
 * must read. They are hints: store consumers also read every list from time to time (ADR 0080).
 * Thread-safe.
 */
final class KeyGroupRows {
  private static final Logger log = LoggerFactory.getLogger(KeyGroupRows.class);

  /**
   * Time between two notes of one group. A note costs one write unit for each group and process
   * that writes to it.
   */
  static final Duration NOTED_EVERY = Duration.ofSeconds(10);

  /** Time after which a group is forgotten. It is longer than a task can be scheduled ahead. */
  static final Duration FORGOTTEN_AFTER = Duration.ofDays(400);

  /** Maximum number of remembered groups, which take a few megabytes. */
  private static final int KNOWN_MAX = 20_000;

  private final MemberRegistry rows;
  private final InstantSource clock;

  private final Map<String, Instant> notedAt =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
          return size() > KNOWN_MAX;
        }
      };

  KeyGroupRows(MemberRegistry rows, InstantSource clock) {
    this.rows = rows;
    this.clock = clock;
  }

  /** Records the group of a task that was just written, if the task is in the group's list. */
  void wrote(Association task) {
    var header = task.header();
    var trigger = task.trigger();
    if (header.group().isNone() || trigger == null || trigger.alarm() != Alarm.DUE) {
      return;
    }
    var service = service(header.lambda(), header.priority(), header.shard());
    var group = header.group().toString();
    var now = clock.instant();
    if (!isToBeNoted(service + "/" + group, now)) {
      return;
    }
    try {
      rows.beat(service, group, "", now, now.plus(FORGOTTEN_AFTER));
    } catch (StoreException e) {
      // The task is written. It is late until its list is read in the next sweep.
      log.warn("group={} of {} could not be noted: {}", group, service, e.toString());
    }
  }

  SortedMap<KeyGroup, Long> read(LambdaName lambda, Priority priority, int shard) {
    var groups = new TreeMap<KeyGroup, Long>();
    rows.seen(service(lambda, priority, shard), Instant.EPOCH)
        .forEach(
            (group, row) ->
                groups.put(new KeyGroup(Integer.parseInt(group)), row.at().toEpochMilli()));
    return groups;
  }

  private synchronized boolean isToBeNoted(String group, Instant now) {
    var last = notedAt.get(group);
    if (last != null) {
      var age = Duration.between(last, now);
      // A clock that was set back leaves nothing unnoted.
      if (!age.isNegative() && age.compareTo(NOTED_EVERY) < 0) {
        return false;
      }
    }
    notedAt.put(group, now);
    return true;
  }

  private static String service(LambdaName lambda, Priority priority, int shard) {
    return "groups/" + lambda + "/" + priority + "/" + shard;
  }
}
