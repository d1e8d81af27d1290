package dev.atf.store;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.Alarm;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.model.task.TurnTransitions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Behaviour of every store's trigger index. */
public abstract class TriggerIndexContract {
  private final LambdaName lambda = SampleTasks.nextLambda();

  protected abstract Stores stores();

  @Test
  void entriesComeInTheOrderOfTheirTriggers() {
    var third = due(NOW.plusMillis(2));
    var first = due(NOW);
    var second = due(NOW.plusMillis(1));

    Eventually.holds(
        () -> {
          var page = stores().index().read(partition(), NOW.plusSeconds(1), 10, Optional.empty());
          assertThat(page.entries())
              .extracting(TriggerEntry::taskId)
              .containsExactly(first, second, third);
          assertThat(page.next()).isEmpty();
        });
  }

  @Test
  void untilIsInclusiveToTheMillisecond() {
    var before = due(NOW.minusMillis(1));
    var at = due(NOW);
    due(NOW.plusMillis(1));

    Eventually.holds(
        () -> {
          var page = stores().index().read(partition(), NOW, 10, Optional.empty());
          assertThat(page.entries()).extracting(TriggerEntry::taskId).containsExactly(before, at);
        });
  }

  @Test
  void anEntryTellsWhatTheIndexKnows() {
    var taskId = due(NOW);

    var header = stores().associations().find(taskId).orElseThrow().header();
    Eventually.holds(
        () ->
            assertThat(stores().index().read(partition(), NOW, 10, Optional.empty()).entries())
                .containsExactly(new TriggerEntry(taskId, NOW, 0, header.collection(), NOW)));
  }

  @Test
  void anEmptyPartitionIsOneEmptyPage() {
    var page = stores().index().read(partition(), NOW, 10, Optional.empty());

    assertThat(page).isEqualTo(new TriggerPage(List.of(), Optional.empty()));
    assertThat(stores().index().count(partition(), 10)).isZero();
  }

  @Test
  void pagesGoThroughEqualTriggersWithoutLossOrRepetition() {
    var expected = new ArrayList<TaskId>();
    for (int i = 0; i < 25; i++) {
      expected.add(due(i < 20 ? NOW : NOW.plusMillis(1)));
    }

    for (int limit : new int[] {1, 2, 7, 20, 25, 26, 1_000}) {
      Eventually.holds(
          () ->
              assertThat(List.of(readAll(limit), allLatest(limit)))
                  .as("pages of %d", limit)
                  .allSatisfy(
                      found -> assertThat(found).containsExactlyInAnyOrderElementsOf(expected)));
    }
  }

  @Test
  void aPageIsNotLongerThanItsLimit() {
    for (int i = 0; i < 3; i++) {
      due(NOW);
    }

    Eventually.holds(
        () -> {
          var page = stores().index().read(partition(), NOW, 2, Optional.empty());
          assertThat(page.entries()).hasSize(2);
          assertThat(page.next()).isPresent();
        });
  }

  @Test
  void readingGoesOnThoughTheLastEntryHasLeftThePartition() {
    for (int i = 0; i < 4; i++) {
      due(NOW.plusMillis(i));
    }
    Eventually.holds(() -> assertThat(readAll(10)).hasSize(4));
    var page = stores().index().read(partition(), NOW.plusSeconds(1), 2, Optional.empty());
    page.entries().forEach(entry -> stores().transitions().apply(cancel(entry.taskId())));

    Eventually.holds(
        () -> {
          var rest = stores().index().read(partition(), NOW.plusSeconds(1), 10, page.next());
          assertThat(rest.entries()).hasSize(2);
          assertThat(rest.next()).isEmpty();
        });
  }

  @Test
  void theLatestComeFirstWithinTheirTimes() {
    due(NOW.minusMillis(1));
    var first = due(NOW);
    var third = due(NOW.plusMillis(2));
    var second = due(NOW.plusMillis(1));
    due(NOW.plusMillis(3));

    Eventually.holds(
        () -> {
          var page =
              stores().index().latest(partition(), NOW, NOW.plusMillis(2), 10, Optional.empty());
          assertThat(page.entries())
              .extracting(TriggerEntry::taskId)
              .containsExactly(third, second, first);
          assertThat(page.next()).isEmpty();
        });
  }

  @Test
  void theLatestGoOnThoughTheLastEntryHasLeftThePartition() {
    for (int i = 0; i < 4; i++) {
      due(NOW.plusMillis(i));
    }
    Eventually.holds(() -> assertThat(allLatest(10)).hasSize(4));
    var page = stores().index().latest(partition(), NOW, NOW.plusSeconds(1), 2, Optional.empty());
    page.entries().forEach(entry -> stores().transitions().apply(cancel(entry.taskId())));

    Eventually.holds(
        () -> {
          var rest = stores().index().latest(partition(), NOW, NOW.plusSeconds(1), 10, page.next());
          assertThat(rest.entries())
              .extracting(TriggerEntry::triggerAt)
              .containsExactly(NOW.plusMillis(1), NOW);
          assertThat(rest.next()).isEmpty();
        });
  }

  /** Tasks of the mark's own time may come or not. */
  @Test
  void readingCanBeginBehindAMarkAtWhichNoTaskEverStood() {
    due(NOW);
    var second = due(NOW.plusMillis(1));
    var third = due(NOW.plusMillis(2));
    var mark = new PageMark(NOW, new TaskId("f".repeat(32)));

    var rest = stores().index().read(partition(), NOW.plusMillis(2), 10, Optional.of(mark));

    assertThat(rest.entries()).extracting(TriggerEntry::taskId).endsWith(second, third);
    assertThat(rest.entries()).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void aPartitionLargerThanOnePageIsReadAndCountedWhole() {
    for (int i = 0; i < 230; i++) {
      due(NOW.plusMillis(i % 50));
    }

    Eventually.holds(
        () -> {
          assertThat(readAll(100)).hasSize(230);
          assertThat(stores().index().count(partition(), 1_000)).isEqualTo(230);
        });
  }

  @Test
  void countingGivesUpAtItsMaximum() {
    for (int i = 0; i < 5; i++) {
      due(NOW);
    }

    Eventually.holds(
        () -> {
          assertThat(stores().index().count(partition(), 4)).isEqualTo(4);
          assertThat(stores().index().count(partition(), 5)).isEqualTo(5);
          assertThat(stores().index().count(partition(), 6)).isEqualTo(5);
        });
  }

  @Test
  void partitionsOfOtherLambdasPrioritiesAndShardsAreApart() {
    due(NOW);
    var header = SampleTasks.header(lambda);

    for (var other :
        List.of(
            TriggerPartition.live(lambda, header.priority(), header.shard(), Alarm.CHECK),
            TriggerPartition.live(lambda, header.priority(), header.shard() + 1, Alarm.DUE),
            TriggerPartition.live(
                SampleTasks.nextLambda(), header.priority(), header.shard(), Alarm.DUE),
            TriggerPartition.finished(lambda, header.shard(), Alarm.DEAD),
            TriggerPartition.finished(lambda, header.shard(), Alarm.DONE))) {
      assertThat(stores().index().count(other, 10)).as("%s", other).isZero();
    }
  }

  @Test
  void finishedCanariesAreApart() {
    var plain = SampleTasks.header(lambda);
    var origin = new Origin(Origin.CANARY, plain.taskId().value(), "1", plain.taskId());
    var task = Association.scheduled(plain.withOrigin(origin));
    stores().associations().create(task);
    var outcome = Outcome.failure("", FrameworkFailure.DEADLINE_EXCEEDED.because("no worker"));
    var ending = new Ending(NOW, NOW.plusSeconds(60), LambdaDefinition.History.ALL);

    stores().transitions().apply(Transitions.giveUp(task.taskId(), 0, outcome, ending));

    var found = stores().associations().find(task.taskId()).orElseThrow();
    assertThat(found.status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(found.header().isCanary()).isTrue();
    assertThat(found.trigger()).isNotNull();
    for (var alarm : List.of(Alarm.DEAD, Alarm.DONE)) {
      var list = TriggerPartition.finished(lambda, plain.shard(), alarm);
      assertThat(stores().index().count(list, 10)).as("%s", list).isZero();
    }
    var own = found.header().list(Alarm.DEAD);
    assertThat(own.key()).isEqualTo(lambda + "/dead-canaries");
    assertThat(stores().index().count(own, 10)).isEqualTo(1);
  }

  @Test
  protected void aPageDoesNotBeginBehindItsEnd() {
    var first = due(NOW);
    due(NOW.plusMillis(1));
    var mark = Optional.of(new PageMark(NOW, first));
    assertThat(stores().index().read(partition(), NOW, 10, mark).entries()).isEmpty();

    assertThatThrownBy(() -> stores().index().read(partition(), NOW.minusMillis(1), 10, mark))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void dueTasksOfAFairnessKeyStandInTheListOfItsGroup() {
    var key = new FairnessKey("acme");
    var header = SampleTasks.header(lambda).withFairnessKey(key);
    var task =
        Association.scheduled(
            SampleTasks.times(header, NOW, header.deadline()).withFairnessKey(key));
    var shared = due(NOW);
    stores().associations().create(task);

    var list =
        TriggerPartition.due(
            lambda, header.priority(), header.shard(), new FairnessKey("acme").group());
    Eventually.holds(
        () -> {
          assertThat(stores().index().read(list, NOW, 10, Optional.empty()).entries())
              .extracting(TriggerEntry::taskId)
              .containsExactly(task.taskId());
          assertThat(stores().index().read(partition(), NOW, 10, Optional.empty()).entries())
              .extracting(TriggerEntry::taskId)
              .containsExactly(shared);
          assertThat(groups(header)).containsOnlyKeys(list.group());
        });
    assertThat(stores().associations().find(task.taskId())).contains(task);
  }

  @Test
  void aTaskOfAFairnessKeyComesBackToTheListOfItsGroup() {
    var key = new FairnessKey("acme");
    var header = SampleTasks.header(lambda).withFairnessKey(key);
    var waiting = Association.waiting(header);
    stores().associations().create(waiting);
    assertThat(groups(header)).isEmpty();

    stores().transitions().apply(TurnTransitions.turn(waiting, NOW));

    var list = TriggerPartition.due(lambda, header.priority(), header.shard(), key.group());
    Eventually.holds(
        () -> {
          assertThat(stores().index().count(list, 10)).isEqualTo(1);
          assertThat(groups(header)).containsOnlyKeys(key.group());
        });
  }

  private SortedMap<KeyGroup, Long> groups(TaskHeader header) {
    return stores().index().groups(lambda, header.priority(), header.shard());
  }

  private TaskId due(Instant at) {
    var header = SampleTasks.header(lambda);
    var task = Association.scheduled(SampleTasks.times(header, at, header.deadline()));
    stores().associations().create(task);
    return task.taskId();
  }

  private Transition cancel(TaskId taskId) {
    var task = stores().associations().find(taskId).orElseThrow();
    return SampleTransitions.of(TaskEvent.CANCEL, task);
  }

  private TriggerPartition partition() {
    var header = SampleTasks.header(lambda);
    return TriggerPartition.live(lambda, header.priority(), header.shard(), Alarm.DUE);
  }

  private List<TaskId> readAll(int limit) {
    return all(
        mark -> stores().index().read(partition(), NOW.plusSeconds(1), limit, mark),
        Comparator.naturalOrder());
  }

  private List<TaskId> allLatest(int limit) {
    return all(
        mark -> stores().index().latest(partition(), NOW, NOW.plusSeconds(1), limit, mark),
        Comparator.reverseOrder());
  }

  private static List<TaskId> all(
      Function<Optional<PageMark>, TriggerPage> pages, Comparator<Instant> order) {
    var found = new ArrayList<TriggerEntry>();
    Optional<PageMark> mark = Optional.empty();
    do {
      var page = pages.apply(mark);
      found.addAll(page.entries());
      mark = page.next();
    } while (mark.isPresent());
    assertThat(found).extracting(TriggerEntry::triggerAt).isSortedAccordingTo(order);
    assertThat(found).doesNotHaveDuplicates();
    return found.stream().map(TriggerEntry::taskId).toList();
  }
}
