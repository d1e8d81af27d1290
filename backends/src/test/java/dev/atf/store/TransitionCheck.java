package dev.atf.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.TaskId;
import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import dev.atf.model.task.Association;
import dev.atf.model.task.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Applies transitions to new tasks of a store, and compares the stored tasks with the model. The
 * lists of the index are compared once, by {@link #assertListed}: a test has many tasks in the same
 * few lists.
 */
final class TransitionCheck {
  private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");

  private final Supplier<Stores> stores;
  private final Map<TaskId, Association> stored = new LinkedHashMap<>();

  TransitionCheck(Supplier<Stores> stores) {
    this.stores = stores;
  }

  void assertApplied(Association before, Transition transition) {
    assertThat(transition.failing(before)).isEmpty();
    assertThat(stores.get().associations().create(before)).isTrue();

    var result = stores.get().transitions().apply(transition);

    var after = transition.applyTo(before);
    assertThat(result).isEqualTo(new TransitionResult.Applied(after));
    assertThat(stores.get().associations().find(before.taskId())).contains(after);
    expectListed(after);
  }

  void assertRefused(Association before, Transition transition) {
    assertThat(stores.get().associations().create(before)).isTrue();

    var result = stores.get().transitions().apply(transition);

    assertThat(result).isEqualTo(new TransitionResult.Refused(Optional.of(before)));
    assertThat(stores.get().associations().find(before.taskId())).contains(before);
    expectListed(before);
  }

  /** Expects it, from here on, in the list that its trigger names, at its time, and in no other. */
  void expectListed(Association task) {
    stored.put(task.taskId(), task);
  }

  /** Asserts that every task is listed where the last {@link #expectListed} expects it. */
  void assertListed() {
    stored.values().stream()
        .flatMap(task -> Stream.of(Alarm.values()).map(alarm -> task.header().list(alarm)))
        .distinct()
        .forEach(partition -> Eventually.holds(() -> assertListed(partition)));
  }

  private void assertListed(TriggerPartition partition) {
    var entries =
        listed(partition).stream().filter(entry -> stored.containsKey(entry.taskId())).toList();
    assertThat(entries)
        .as("the list %s", partition)
        .containsExactlyInAnyOrderElementsOf(
            stored.values().stream().flatMap(task -> entryIn(partition, task).stream()).toList());
  }

  private static Optional<TriggerEntry> entryIn(TriggerPartition partition, Association task) {
    return Optional.ofNullable(task.trigger())
        .filter(trigger -> task.header().list(trigger.alarm()).equals(partition))
        .map(trigger -> entryOf(task, trigger));
  }

  private static TriggerEntry entryOf(Association task, Trigger trigger) {
    return new TriggerEntry(
        task.taskId(),
        trigger.at(),
        task.epoch(),
        task.header().collection(),
        task.header().scheduledAt());
  }

  List<TriggerEntry> listed(TriggerPartition partition) {
    var entries = new ArrayList<TriggerEntry>();
    Optional<PageMark> mark = Optional.empty();
    do {
      var page = stores.get().index().read(partition, FAR, 1_000, mark);
      entries.addAll(page.entries());
      mark = page.next();
    } while (mark.isPresent());
    return entries;
  }
}
