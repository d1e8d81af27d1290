package dev.atf.store;

import static dev.atf.store.SampleTasks.NOW;
import static dev.atf.store.SampleTasks.full;
import static dev.atf.store.SampleTasks.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.Payload;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.task.Association;
import dev.atf.model.task.ChildTransitions;
import dev.atf.model.task.Children;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Guard;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.TaskLifecycle;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Behaviour of every store's transitions: exactly as the model says, or no change. */
public abstract class TaskTransitionsContract {
  private final TransitionCheck check = new TransitionCheck(this::stores);

  protected abstract Stores stores();

  @AfterEach
  void assertListed() {
    check.assertListed();
  }

  static List<TaskEvent> everyEvent() {
    return SampleTransitions.events();
  }

  @ParameterizedTest
  @MethodSource("dev.atf.store.SampleTransitions#eventsFromEachSource")
  @Tag("F8")
  void eachGuardAloneRefuses(TaskEvent event, TaskStatus source) {
    var permitted = SampleTransitions.ready(event, full(source));
    for (var guard : SampleTransitions.of(event, permitted).guards()) {
      int refused = 0;
      for (var beyond : GuardVariants.beyond(guard, permitted)) {
        var before = another(beyond);
        var transition = moved(SampleTransitions.of(event, permitted), event, permitted, before);
        if (transition.failing(before).stream().allMatch(guard::equals)) {
          check.assertRefused(before, transition);
          refused++;
        }
      }
      assertThat(refused).as("tasks that fail %s alone", guard).isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.atf.store.SampleTransitions#eventsFromEachSource")
  void eachGuardHoldsUpToItsBoundary(TaskEvent event, TaskStatus source) {
    var permitted = SampleTransitions.ready(event, full(source));
    for (var guard : SampleTransitions.of(event, permitted).guards()) {
      for (var within : GuardVariants.within(guard, permitted)) {
        var before = another(within);
        check.assertApplied(
            before, moved(SampleTransitions.of(event, permitted), event, permitted, before));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("everyEvent")
  void everyOtherStatusRefuses(TaskEvent event) {
    var sources = TaskLifecycle.sourcesOf(event);
    Arrays.stream(TaskStatus.values())
        .filter(status -> !sources.contains(status))
        .forEach(
            status -> {
              var before = SampleTransitions.ready(event, full(status));
              var transition = SampleTransitions.of(event, before);

              assertThat(transition.failing(before)).containsExactly(new Guard.StatusIn(sources));
              check.assertRefused(before, transition);
            });
  }

  @ParameterizedTest
  @MethodSource("everyEvent")
  void aTaskThatIsNotThereRefusesAndIsNotMade(TaskEvent event) {
    var nowhere = full(TaskStatus.NEW);

    var result = stores().transitions().apply(SampleTransitions.of(event, nowhere));

    assertThat(result).isEqualTo(new TransitionResult.Refused(Optional.empty()));
    assertThat(stores().associations().find(nowhere.taskId())).isEmpty();
  }

  @Test
  void aResultThatIsStoredApartIsSaidSo() {
    var before = full(TaskStatus.PROCESSING);
    var succeed = SampleTransitions.of(TaskEvent.SUCCEED, before);
    var apart =
        Transitions.inTime(
            Transitions.succeed(
                attemptOf(before),
                before.header().lambda(),
                Outcome.successStoredApart("digest"),
                new Ending(NOW, NOW.plusSeconds(60), History.NONE),
                Notes.NONE),
            NOW);

    assertThat(succeed.guards()).isEqualTo(apart.guards());
    check.assertApplied(before, apart);
  }

  @Test
  void aWholeLifeWithARetryEndsInSuccess() {
    var task = SampleTasks.scheduled();
    stores().associations().create(task);

    for (var event :
        List.of(
            TaskEvent.RELEASE,
            TaskEvent.PUSH_FAILED,
            TaskEvent.CLAIM,
            TaskEvent.HEARTBEAT,
            TaskEvent.REQUEST_KILL,
            TaskEvent.FAIL_RETRIABLY,
            TaskEvent.RELEASE,
            TaskEvent.CLAIM,
            TaskEvent.REQUEST_CANCEL,
            TaskEvent.SUCCEED)) {
      var transition = SampleTransitions.of(event, task);
      var after = transition.applyTo(task);
      assertThat(stores().transitions().apply(transition))
          .as("%s of %s", event, task)
          .isEqualTo(new TransitionResult.Applied(after));
      task = after;
    }

    assertThat(stores().associations().find(task.taskId())).contains(task);
    assertThat(task.status()).isEqualTo(TaskStatus.SUCCESS);
    assertThat(task.epoch()).isEqualTo(2);
    assertThat(task.attempt()).isEqualTo(2);
    check.expectListed(task);
  }

  @Test
  void aDeadLetterIsListedAsDeadAndAKeptSuccessAsDone() {
    var dead = full(TaskStatus.PROCESSING);
    var done = full(TaskStatus.PROCESSING);
    stores().associations().create(dead);
    stores().associations().create(done);

    stores().transitions().apply(SampleTransitions.of(TaskEvent.FAIL_FATALLY, dead, History.NONE));
    stores().transitions().apply(SampleTransitions.of(TaskEvent.SUCCEED, done, History.ALL));

    var shard = dead.header().shard();
    assertListsAlone(TriggerPartition.finished(dead.header().lambda(), shard, Alarm.DEAD), dead);
    assertListsAlone(TriggerPartition.finished(done.header().lambda(), shard, Alarm.DONE), done);
  }

  @Test
  void aTaskWithChildrenRingsUntilTheyAreMadeAndDoesNotExpireBefore() {
    for (var kept : History.values()) {
      var before = full(TaskStatus.PROCESSING);
      stores().associations().create(before);
      var succeed = SampleTransitions.of(TaskEvent.SUCCEED_WITH_CHILDREN, before, kept);
      assertThat(stores().transitions().apply(succeed))
          .isEqualTo(new TransitionResult.Applied(succeed.applyTo(before)));
      var full = stores().associations().find(before.taskId()).orElseThrow();
      assertThat(full.trigger()).isEqualTo(new Trigger(Alarm.CHECK, NOW));
      assertThat(full.expiresAt()).isNull();
      assertThat(full.children()).isEqualTo(SampleTasks.children(before, 2));
      check.expectListed(full);
      check.assertListed();

      stores().transitions().apply(SampleTransitions.of(TaskEvent.SETTLE, full, kept));

      var settled = stores().associations().find(before.taskId()).orElseThrow();
      assertThat(settled.children()).isEqualTo(new Children(2, List.of()));
      assertThat(settled.status()).isEqualTo(TaskStatus.SUCCESS);
      assertThat(settled.expiresAt()).isNotNull();
      assertThat(settled.trigger())
          .isEqualTo(kept == History.ALL ? new Trigger(Alarm.DONE, NOW) : null);
      check.expectListed(settled);
    }
  }

  @Test
  void jobsOfChildrenAreKeptWhenTheyAreCreated() {
    var before = full(TaskStatus.PROCESSING);
    stores().associations().create(before);
    var claim = Objects.requireNonNull(before.lease()).claimId();
    var joined =
        Outcome.success("d1", Payload.EMPTY)
            .with(Children.toCreate(List.of(), SampleTasks.joins()));
    stores()
        .transitions()
        .apply(
            ChildTransitions.succeed(
                new Attempt(before.ref(), claim),
                before.header().lambda(),
                joined,
                new Ending(NOW, SampleTransitions.EXPIRES_AT, History.NONE),
                Notes.NONE));
    var full = stores().associations().find(before.taskId()).orElseThrow();
    assertThat(full.isUnsettled()).isTrue();
    assertThat(full.children().joins()).isEqualTo(SampleTasks.joins());

    var settle = SampleTransitions.of(TaskEvent.SETTLE, full);
    assertThat(stores().transitions().apply(settle))
        .isEqualTo(new TransitionResult.Applied(settle.applyTo(full)));

    var settled = stores().associations().find(before.taskId()).orElseThrow();
    assertThat(settled.children())
        .isEqualTo(new Children(0, List.of(), SampleTasks.joins(), false));
    assertThat(stores().transitions().apply(settle)).isInstanceOf(TransitionResult.Refused.class);
  }

  private void assertListsAlone(TriggerPartition partition, Association task) {
    Eventually.holds(
        () ->
            assertThat(check.listed(partition))
                .extracting(TriggerEntry::taskId)
                .containsExactly(task.taskId()));
  }

  /** Returns the same task under another id, apart from earlier ones of the test. */
  private static Association another(Association task) {
    var h = task.header();
    var lambda = h.lambda();
    var header =
        new TaskHeader(
            SampleTasks.nextId(),
            lambda,
            h.priority(),
            h.collection(),
            h.shard(),
            h.createdAt(),
            h.scheduledAt(),
            h.deadline(),
            h.keepUntil(),
            null,
            null,
            h.onFinish(),
            null,
            null);
    return with(task, header);
  }

  /** The transition that the caller who saw {@code seen} makes, aimed at {@code target}. */
  private static Transition moved(
      Transition original, TaskEvent event, Association seen, Association target) {
    var h = seen.header();
    var aimed =
        with(
            seen,
            new TaskHeader(
                target.taskId(),
                h.lambda(),
                h.priority(),
                h.collection(),
                h.shard(),
                h.createdAt(),
                h.scheduledAt(),
                h.deadline(),
                h.keepUntil()));
    var transition = SampleTransitions.of(event, aimed);
    assertThat(transition.guards()).isEqualTo(original.guards());
    return transition;
  }

  private static Attempt attemptOf(Association task) {
    return new Attempt(new TaskRef(task.taskId(), task.epoch()), SampleTasks.CLAIM);
  }
}
