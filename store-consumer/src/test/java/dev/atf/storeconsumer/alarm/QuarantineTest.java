package dev.atf.storeconsumer.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Attempt;
import dev.atf.model.Failure;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transitions;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A task under which process after process dies is considered the cause (F22). */
final class QuarantineTest {
  private final ConsumerRig rig = new ConsumerRig();
  private final ConsumerRig.Consumer consumer = rig.consumer("a");
  private boolean hscBeats;

  @Test
  @Tag("F22")
  void theThirdDeathInARowAloneEndsTheTaskAndNamesItsAttempts() {
    var task = rig.schedule(rig.now());
    die(task);
    die(task);
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    assertThat(rig.task(task).deaths()).isEqualTo(2);
    assertThat(rig.task(task).runsAlone()).isTrue();

    dieAlone(task);

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(rig.task(task).deaths()).isEqualTo(3);
    assertThat(failure(task).code()).isEqualTo("QUARANTINED");
    assertThat(failure(task).message())
        .isEqualTo(
            "its executor died, or stopped responding, 3 times in a row, the last time with"
                + " nothing else to run: attempt 1 by host-1-a, attempt 2 by host-1-a, attempt 3"
                + " by host-1-a");
  }

  @Test
  void deathsInCompanyNeverEndATask() {
    var task = rig.schedule(rig.now());

    for (int attempt = 1; attempt < 10; attempt++) {
      die(task);
      assertThat(rig.task(task).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    }

    assertThat(rig.task(task).deaths()).isEqualTo(2);
  }

  @Test
  @Tag("F22")
  void doesNotQuarantineTasksThatDiedBesideThePoisonedOne() {
    var poison = rig.schedule(rig.now());
    var innocent = rig.schedule(rig.now());
    for (int death = 1; death <= 2; death++) {
      claimNext(poison);
      die(innocent);
    }
    assertThat(rig.task(poison).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    assertThat(rig.task(innocent).runsAlone()).isTrue();

    claimNext(innocent);
    dieAlone(poison);

    assertThat(failure(poison).code()).isEqualTo("QUARANTINED");
    assertThat(rig.task(innocent).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    assertThat(rig.task(innocent).deaths()).isEqualTo(2);
  }

  @Test
  void anAttemptThatReportsAFailureBreaksTheRow() {
    var task = rig.schedule(rig.now());
    die(task);
    die(task);
    fail(claimNext(task));
    die(task);
    die(task);

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    assertThat(rig.task(task).deaths()).isEqualTo(2);
    assertThat(rig.task(task).attempt()).isEqualTo(5);
  }

  @Test
  void attemptThatWasToBeKilledIsNoDeathOfTheRow() {
    var task = rig.schedule(rig.now());
    die(task);
    claimNext(task);
    rig.must(ClientTransitions.requestKill(rig.task(task).ref(), rig.now(), "by alice"));
    pass(ConsumerRig.LEASE.plusSeconds(2));
    assertThat(rig.task(task).deaths()).isEqualTo(1);
    die(task);
    dieAlone(task);

    assertThat(failure(task).code()).isEqualTo("QUARANTINED");
    assertThat(failure(task).message())
        .endsWith("attempt 1 by host-1-a, attempt 3 by host-1-a, attempt 4 by host-1-a");
  }

  @Test
  void theLastAttemptThatIsNotTheThirdDeathIsExhausted() {
    rig.register(
        rig.lambda()
            .withRetry(
                new RetryPolicy(
                    2, Duration.ofSeconds(1), Duration.ofMinutes(1), 2, RetryBudget.DEFAULT)));
    consumer.learn();
    var task = rig.schedule(rig.now());
    die(task);
    die(task);

    assertThat(failure(task).code()).isEqualTo("ATTEMPTS_EXHAUSTED");
  }

  @Test
  void aDeathInAnAbsenceOfTheFrameworkIsNotHeldAgainstTheTask() {
    hscBeats = true;
    pass(Duration.ofSeconds(2));
    var task = rig.schedule(rig.now());
    die(task);
    die(task);
    claimNext(task);

    hscBeats = false;
    pass(Duration.ofSeconds(60));
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.CLAIMED);
    hscBeats = true;
    pass(ConsumerRig.LEASE.plusSeconds(4));

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    assertThat(rig.task(task).deaths()).isEqualTo(2);
  }

  private Attempt claimNext(TaskId task) {
    while (rig.task(task).status() != TaskStatus.ENQUEUED) {
      if (!rig.alarm(task).isBefore(rig.now())) {
        pass(Duration.ofSeconds(2));
      }
      consumer.duePoll.turn();
      consumer.releaseAll();
    }
    return rig.claim(task);
  }

  private void die(TaskId task) {
    claimNext(task);
    pass(ConsumerRig.LEASE.plusSeconds(2));
  }

  private void dieAlone(TaskId task) {
    var attempt = claimNext(task);
    rig.must(
        Transitions.heartbeat(
            attempt, ConsumerRig.LAMBDA, rig.now().plus(ConsumerRig.LEASE), Notes.NONE, 0, true));
    pass(ConsumerRig.LEASE.plusSeconds(2));
  }

  private void pass(Duration time) {
    for (var until = rig.now().plus(time); rig.now().isBefore(until); ) {
      rig.clock.advance(Duration.ofSeconds(2));
      if (hscBeats) {
        rig.hscBeats();
      }
      consumer.learn();
      consumer.checkAll();
    }
  }

  private void fail(Attempt attempt) {
    rig.must(
        Transitions.failRetriably(
            attempt,
            ConsumerRig.LAMBDA,
            rig.task(attempt.taskId()).attempt(),
            Outcome.failure("d", new Failure("BUSY", "later", "", true)),
            rig.now(),
            rig.now().plusSeconds(1),
            Notes.NONE,
            0));
  }

  private Failure failure(TaskId task) {
    return Optional.ofNullable(rig.task(task).outcome()).map(Outcome::failure).orElseThrow();
  }
}
