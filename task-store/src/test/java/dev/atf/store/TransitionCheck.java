package dev.atf.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.Association;
import dev.atf.model.Transition;
import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Applies a transition to a new task of a store, and compares what is stored with the model. */
record TransitionCheck(Stores stores) {
  private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");

  void assertApplied(Association before, Transition transition) {
    assertThat(transition.failing(before)).isEmpty();
    assertThat(stores.associations().create(before)).isTrue();

    var result = stores.transitions().apply(transition);

    var after = transition.applyTo(before);
    assertThat(result).isEqualTo(new TransitionResult.Applied(after));
    assertThat(stores.associations().find(before.taskId())).contains(after);
    assertListedAsItSays(after);
  }

  void assertRefused(Association before, Transition transition) {
    assertThat(stores.associations().create(before)).isTrue();

    var result = stores.transitions().apply(transition);

    assertThat(result).isEqualTo(new TransitionResult.Refused(Optional.of(before)));
    assertThat(stores.associations().find(before.taskId())).contains(before);
    assertListedAsItSays(before);
  }

  /** It stands in the list that its trigger names, at its time, and in no other. */
  void assertListedAsItSays(Association task) {
    Eventually.holds(() -> assertListedNow(task));
  }

  private void assertListedNow(Association task) {
    var trigger = task.trigger();
    for (var alarm : Alarm.values()) {
      var entries =
          listed(TriggerPartition.of(task.header(), alarm)).stream()
              .filter(entry -> entry.taskId().equals(task.taskId()))
              .toList();
      if (trigger != null && trigger.alarm() == alarm) {
        assertThat(entries).containsExactly(entryOf(task, trigger));
      } else {
        assertThat(entries).isEmpty();
      }
    }
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
      var page = stores.index().read(partition, FAR, 1_000, mark);
      entries.addAll(page.entries());
      mark = page.next();
    } while (mark.isPresent());
    return entries;
  }
}
