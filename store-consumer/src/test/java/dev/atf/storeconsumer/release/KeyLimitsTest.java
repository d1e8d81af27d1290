package dev.atf.storeconsumer.release;

import static dev.atf.storeconsumer.ConsumerRig.EXECUTOR;
import static dev.atf.storeconsumer.ConsumerRig.LAMBDA;
import static dev.atf.storeconsumer.ConsumerRig.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transitions;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Releases of a lambda with {@code fairness.runningMaxPerKey} (ADR 0080). */
final class KeyLimitsTest {
  private static final FairnessKey NOISY = new FairnessKey("noisy");
  private static final FairnessKey QUIET = new FairnessKey("quiet");

  private final ConsumerRig rig = new ConsumerRig();
  private final List<TaskId> noisy = new ArrayList<>();
  private final List<TaskId> quiet = new ArrayList<>();
  private int lastClaim;

  @Test
  @Tag("K2")
  void aFullKeyWaitsInTheStoreAndOthersAreReleased() {
    limit(2);
    schedule(50, 2);
    var consumer = rig.consumer("a");

    consumer.work();

    assertThat(pushed()).hasSize(4).containsAll(quiet).filteredOn(noisy::contains).hasSize(2);
    pushed().forEach(this::claim);
    var late = rig.schedule(QUIET, rig.now());
    end(quiet.get(0));
    pass(consumer, Duration.ofSeconds(4));
    assertThat(pushed()).as("the noisy key is full").hasSize(5).contains(late);
  }

  @Test
  void asManyAreReleasedAsHaveEnded() {
    limit(2);
    schedule(50, 0);
    var consumer = rig.consumer("a");
    consumer.work();
    pushed().forEach(this::claim);
    pass(consumer, Duration.ofSeconds(5));
    assertThat(pushed()).hasSize(2);

    end(pushed().get(0));
    pass(consumer, Duration.ofSeconds(1));

    assertThat(pushed()).hasSize(3);
  }

  @Test
  void thoseThatWaitInTheirQueueCountAlthoughTheyHaveNoPermit() {
    limit(2);
    schedule(50, 0);
    var consumer = rig.consumer("a");

    consumer.work();
    pass(consumer, Duration.ofSeconds(20));

    assertThat(pushed()).hasSize(2);
  }

  @Test
  void tasksThatRunForLessThanASecondDoNotWaitForTheNext() {
    limit(2);
    schedule(50, 0);
    var consumer = rig.consumer("a");
    consumer.work();

    for (int i = 0; i < 10; i++) {
      var released = pushed();
      released.subList(2 * i, released.size()).forEach(this::claim);
      released.subList(2 * i, released.size()).forEach(this::end);
      rig.clock.advance(KeyLimits.Capacity.PAUSE_MIN);
      consumer.releaseAll();
    }

    assertThat(pushed()).hasSize(22);
  }

  @Test
  void oneTurnReleasesNoMoreOfAllPriorities() {
    limit(2);
    for (int i = 0; i < 10; i++) {
      rig.schedule(NOISY, new Priority("high"), rig.now());
      rig.schedule(NOISY, new Priority("low"), rig.now());
    }

    rig.consumer("a").work();

    assertThat(pushed()).hasSize(2);
  }

  @Test
  @Tag("K4")
  void theBestPriorityOfAKeyIsReleasedFirst() {
    limit(1);
    var high = new ArrayList<TaskId>();
    for (int i = 0; i < 15; i++) {
      var key = new FairnessKey(List.of("a", "b", "c").get(i % 3));
      rig.schedule(key, new Priority("low"), rig.now());
      high.add(rig.schedule(key, new Priority("high"), rig.now()));
    }
    var consumer = rig.consumer("a");

    for (int round = 0; round < 5; round++) {
      consumer.work();
      runAll(Duration.ofMillis(300));
    }

    assertThat(pushed()).containsExactlyInAnyOrderElementsOf(high);
    consumer.work();
    assertThat(pushed()).as("nothing of the high priority is left").hasSize(18);
  }

  @Test
  @Tag("K4")
  void aLowPriorityThatWasPassedOverForLongIsReleasedOnce() {
    limit(1);
    var consumer = rig.consumer("a");
    var low = new ArrayList<TaskId>();
    for (int i = 0; i < 2; i++) {
      low.add(rig.schedule(NOISY, new Priority("low"), rig.now()));
    }
    for (int i = 0; i < 100; i++) {
      rig.schedule(NOISY, new Priority("high"), rig.now());
    }

    for (int second = 0; second < 30; second++) {
      consumer.work();
      runAll(Duration.ofSeconds(1));
    }

    var steps = KeyPriorities.AGEING.multipliedBy(2);
    assertThat(pushed().subList(0, (int) steps.toSeconds())).doesNotContainAnyElementsOf(low);
    assertThat(pushed().get((int) steps.toSeconds())).isIn(low);
    assertThat(pushed()).filteredOn(low::contains).hasSize(1);
  }

  /** Runs all released tasks for the time, and ends them. */
  private void runAll(Duration time) {
    var released =
        pushed().stream().filter(id -> rig.task(id).status() == TaskStatus.ENQUEUED).toList();
    released.forEach(this::claim);
    rig.clock.advance(time);
    released.forEach(this::end);
  }

  @Test
  @Tag("K3")
  void permitsOfDeadClaimsDoNotKeepTheKeyInTheStore() {
    limit(2);
    schedule(50, 0);
    for (int i = 0; i < 2; i++) {
      permit(new Attempt(new TaskRef(noisy.get(i), 7), nextClaim()));
    }
    var consumer = rig.consumer("a");
    consumer.work();
    assertThat(pushed()).isEmpty();

    pass(consumer, Duration.ofSeconds(11));

    assertThat(pushed()).as("an HSC finds the permits when it refuses these").hasSize(2);
  }

  @Test
  @Tag("K3")
  void permitsFromBeforeTheClockWasSetBackDoNotKeepTheKeyInTheStore() {
    limit(2);
    rig.clock.jump(Duration.ofHours(1));
    schedule(2, 0);
    for (int i = 0; i < 2; i++) {
      permit(new Attempt(new TaskRef(noisy.get(i), 7), nextClaim()));
    }
    rig.clock.jump(Duration.ofHours(-1));
    schedule(50, 0);
    var consumer = rig.consumer("a");

    consumer.work();
    pass(consumer, Duration.ofSeconds(11));

    assertThat(pushed()).hasSize(2);
  }

  @Test
  @Tag("K4")
  void aLowPriorityIsReleasedAfterTheClockWasSetBack() {
    limit(1);
    var consumer = rig.consumer("a");
    var longDue = rig.now().minus(Duration.ofHours(2));
    var low = rig.schedule(NOISY, new Priority("low"), longDue);
    for (int i = 0; i < 100; i++) {
      rig.schedule(NOISY, new Priority("high"), longDue);
    }
    consumer.work();
    runAll(Duration.ofSeconds(1));

    rig.clock.jump(Duration.ofHours(-1));
    for (int second = 0; second < 30; second++) {
      consumer.work();
      runAll(Duration.ofSeconds(1));
    }

    assertThat(pushed()).contains(low);
  }

  @Test
  void nothingOfAKeyIsReleasedWhileItsPermitsCannotBeReadAndOthersAre() {
    limit(2);
    schedule(10, 0);
    rig.permits.away = true;
    var other = rig.schedule(rig.now());
    var consumer = rig.consumer("a");

    consumer.work();

    assertThat(pushed()).containsExactly(other);
    assertThat(consumer.count("atf.consumer.poll.failures")).isEqualTo(1);
    rig.permits.away = false;
    pass(consumer, Duration.ofSeconds(1));
    assertThat(pushed()).hasSize(3);
  }

  @Test
  void aFullKeyIsReadOnceASecondAndOthersNotAtAll() {
    limit(2);
    schedule(50, 0);
    var consumer = rig.consumer("a");
    consumer.work();
    pushed().forEach(this::claim);
    pass(consumer, Duration.ofSeconds(5));
    int before = rig.permits.reads;

    pass(consumer, Duration.ofSeconds(10));

    assertThat(rig.permits.reads - before).isBetween(9, 11);
    limit(0);
    consumer.learn();
    pass(consumer, Duration.ofSeconds(10));
    assertThat(pushed()).containsAll(noisy);
    assertThat(rig.permits.reads - before).isBetween(9, 11);
  }

  private void limit(int runningMaxPerKey) {
    rig.register(rig.lambda().withFairness(new Fairness(Map.of(), 0, runningMaxPerKey)));
  }

  private void schedule(int ofNoisy, int ofQuiet) {
    for (int i = 0; i < ofNoisy; i++) {
      noisy.add(rig.schedule(NOISY, rig.now()));
    }
    for (int i = 0; i < ofQuiet; i++) {
      quiet.add(rig.schedule(QUIET, rig.now()));
    }
  }

  /** Lets time pass for a consumer that wakes 20 times a second. */
  private void pass(ConsumerRig.Consumer consumer, Duration time) {
    for (var gone = Duration.ZERO; gone.compareTo(time) < 0; gone = gone.plusMillis(50)) {
      rig.clock.advance(Duration.ofMillis(50));
      if (gone.toMillis() % 2_000 == 0) {
        consumer.duePoll.turn();
      }
      consumer.releaseAll();
    }
  }

  private void claim(TaskId id) {
    var attempt = new Attempt(new TaskRef(id, rig.task(id).epoch()), nextClaim());
    permit(attempt);
    rig.must(
        Transitions.claimAndMoveAlarm(attempt, LAMBDA, EXECUTOR, rig.now(), rig.now().plus(LEASE)));
  }

  private void permit(Attempt attempt) {
    var task = rig.task(attempt.taskId()).header();
    var taken = rig.permits.take(new Scope(LAMBDA, task.group()), attempt, 2, rig.now());
    assertThat(taken.permit()).isPresent();
  }

  private void end(TaskId id) {
    var task = rig.task(id);
    var attempt =
        new Attempt(new TaskRef(id, task.epoch()), Objects.requireNonNull(task.lease()).claimId());
    rig.must(
        Transitions.succeed(
            attempt,
            LAMBDA,
            Outcome.success("digest", new Payload(new byte[0], Payload.JSON)),
            Ending.at(rig.now(), rig.lambda()),
            Notes.NONE));
    rig.permits.release(new Scope(LAMBDA, task.header().group()), attempt.claimId());
  }

  private ClaimId nextClaim() {
    return new ClaimId("%016x".formatted(++lastClaim));
  }

  private List<TaskId> pushed() {
    return rig.sender.pushed.stream().map(TaskRef::taskId).toList();
  }
}
