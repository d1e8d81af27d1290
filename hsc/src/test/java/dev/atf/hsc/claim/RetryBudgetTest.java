package dev.atf.hsc.claim;

import static dev.atf.hsc.HscFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.hsc.HscFixture;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class RetryBudgetTest {
  private static final Duration MAX_BACKOFF = Duration.ofMinutes(2);
  private static final Instant FAR = NOON.plus(Duration.ofDays(30));

  /** A try of one task. */
  private record Try(Instant at, int task, int attempt) {}

  private final Random random = new Random(11);
  private final RetryBudgets retryBudgets =
      new RetryBudgets(random, new HscMetrics(new SimpleMeterRegistry()));

  @Test
  @Tag("F24")
  void whileADependencyIsDownForTenThousandTasksTheirRetriesStayWithinTheBudget() {
    int tasks = 10_000;
    int perSecond = 100;
    var lambda = lambda(0, perSecond);
    var upAgain = NOON.plus(Duration.ofMinutes(10));
    var tries = new PriorityQueue<Try>(Comparator.comparing(Try::at));
    for (int task = 0; task < tasks; task++) {
      tries.add(new Try(NOON.plusMillis(task), task, 1));
    }
    var retriesBySecond = new TreeMap<Long, Integer>();
    var succeeded = new HashMap<Integer, Instant>();

    while (!tries.isEmpty()) {
      var now = tries.remove();
      if (now.attempt() > 1) {
        retriesBySecond.merge(now.at().getEpochSecond(), 1, Integer::sum);
      }
      if (now.at().isBefore(upAgain)) {
        var backoffAt = now.at().plus(lambda.retry().backoff(now.attempt(), random));
        var retryAt = retryBudgets.of(lambda, now.at()).paced(backoffAt, FAR);
        assertThat(retryAt)
            .isAfterOrEqualTo(backoffAt)
            .isBeforeOrEqualTo(backoffAt.plus(MAX_BACKOFF));
        tries.add(new Try(retryAt, now.task(), now.attempt() + 1));
      } else {
        succeeded.put(now.task(), now.at());
        retryBudgets.succeeded(lambda, now.at());
      }
    }

    // Nothing is lost, and what was put off runs soon after.
    assertThat(succeeded).hasSize(tasks);
    assertThat(succeeded.values()).allMatch(at -> at.isBefore(upAgain.plus(Duration.ofMinutes(4))));
    // The backoff is drawn, so that single seconds vary; ten together must not.
    assertThat(retriesBySecond.values()).allMatch(count -> count <= 1.5 * perSecond);
    assertThat(greatestOfTenSeconds(retriesBySecond)).isLessThanOrEqualTo(11 * perSecond);
  }

  @Test
  void withoutExhaustionEveryDelayIsThePolicys() {
    var lambda = lambda(0, 100);
    for (int i = 0; i < 1_000; i++) {
      var now = NOON.plusMillis(10L * i);
      var backoffAt = now.plusMillis(random.nextInt(5_000));

      assertThat(retryBudgets.of(lambda, now).paced(backoffAt, FAR)).isEqualTo(backoffAt);
    }
  }

  @Test
  void successesEarnRetries() {
    var lambda = lambda(0.5, 1);
    retryBudgets.of(lambda, NOON).paced(NOON, FAR);
    assertThat(retryBudgets.of(lambda, NOON).paced(NOON, FAR)).isEqualTo(NOON.plusSeconds(1));
    for (int i = 0; i < 4; i++) {
      retryBudgets.succeeded(lambda, NOON);
    }

    assertThat(retryBudgets.of(lambda, NOON).paced(NOON, FAR)).isEqualTo(NOON);
    assertThat(retryBudgets.of(lambda, NOON).paced(NOON, FAR)).isEqualTo(NOON.plusSeconds(1));
  }

  @Test
  void quietTimesAreNotSavedUp() {
    var lambda = lambda(0, 1);
    retryBudgets.of(lambda, NOON).paced(NOON, FAR);
    var later = NOON.plusSeconds(3_600);

    assertThat(retryBudgets.of(lambda, later).paced(later, FAR)).isEqualTo(later);
    assertThat(retryBudgets.of(lambda, later).paced(later, FAR)).isEqualTo(later.plusSeconds(1));
  }

  @Test
  void refillsAfterTheClockWasSetBack() {
    var lambda = lambda(0, 1);
    var ahead = NOON.plus(Duration.ofHours(1));
    retryBudgets.of(lambda, ahead).paced(ahead, FAR);

    assertThat(retryBudgets.of(lambda, NOON).paced(NOON, FAR)).isEqualTo(NOON.plusSeconds(1));

    var later = NOON.plusSeconds(2);
    assertThat(retryBudgets.of(lambda, later).paced(later, FAR)).isEqualTo(later);
  }

  @Test
  void callsThatOvertakeEachOtherEarnNothingTwice() {
    var lambda = lambda(0, 1);
    var later = NOON.plusSeconds(1);
    for (int i = 0; i < 10; i++) {
      retryBudgets.of(lambda, later).paced(later, FAR);
      retryBudgets.of(lambda, NOON).paced(NOON, FAR);
    }

    assertThat(retryBudgets.of(lambda, later).paced(later, FAR)).isEqualTo(later.plusSeconds(20));
  }

  @Test
  void theDebtIsBoundedAndWhatIsBeyondItIsSpread() {
    var lambda = lambda(0, 1);
    var delays = new ArrayList<Duration>();
    for (int i = 0; i < 10_000; i++) {
      delays.add(Duration.between(NOON, retryBudgets.of(lambda, NOON).paced(NOON, FAR)));
    }

    assertThat(delays).allMatch(delay -> delay.compareTo(MAX_BACKOFF) <= 0);
    assertThat(delays.stream().skip(200).mapToLong(Duration::toSeconds).average().orElseThrow())
        .isBetween(57.0, 63.0);
    var after = NOON.plus(MAX_BACKOFF).plusSeconds(1);
    assertThat(retryBudgets.of(lambda, after).paced(after, FAR)).isEqualTo(after);
  }

  @Test
  void theBudgetNeverMovesARetryToTheDeadline() {
    var lambda = lambda(0, 1);
    var deadline = NOON.plusSeconds(10);
    for (int i = 0; i < 1_000; i++) {
      assertThat(retryBudgets.of(lambda, NOON).paced(NOON.plusSeconds(9), deadline))
          .isBetween(NOON.plusSeconds(9), deadline.minusMillis(1));
    }
  }

  @Test
  void oneLambdasStormDoesNotDelayAnother() {
    var storm = lambda(0, 1);
    for (int i = 0; i < 100; i++) {
      retryBudgets.of(storm, NOON).paced(NOON, FAR);
    }
    var other = LambdaDefinition.withDefaults(new LambdaName("other"), NOON);

    assertThat(retryBudgets.of(other, NOON).paced(NOON, FAR)).isEqualTo(NOON);
  }

  @Test
  void tasksThatFailTogetherComeBackOneAfterTheOtherAndNoneIsLost() {
    var policy = new RetryPolicy(10, Duration.ofMillis(1), MAX_BACKOFF, 1, new RetryBudget(0, 1));
    try (var hsc = new HscFixture(HscFixture.DEFINITION.withRetry(policy))) {
      var refs = new ArrayList<TaskRef>();
      for (int i = 0; i < 20; i++) {
        refs.add(hsc.claimed());
      }

      refs.forEach(ref -> hsc.report(HscFixture.retriable(ref, "DOWN")));

      for (int i = 0; i < 20; i++) {
        var retryAt = Objects.requireNonNull(hsc.task(refs.get(i)).trigger()).at();
        assertThat(retryAt).isBetween(NOON.plusSeconds(i), NOON.plusSeconds(i).plusMillis(3));
      }
      assertThat(hsc.count("atf.hsc.retries.paced")).isEqualTo(19);
      for (var ref : refs) {
        var again = hsc.releasedAgain(ref);
        hsc.claim(again);
        assertThat(hsc.report(HscFixture.success(again, "{}").setAttempt(2)).getVerdict())
            .isEqualTo(Verdict.RECORDED);
        assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.SUCCESS);
      }
    }
  }

  @Test
  void aSuccessThatIsReportedEarnsARetryOnce() {
    var policy = new RetryPolicy(10, Duration.ofMillis(1), MAX_BACKOFF, 1, new RetryBudget(1, 1));
    try (var hsc = new HscFixture(HscFixture.DEFINITION.withRetry(policy))) {
      hsc.report(HscFixture.retriable(hsc.claimed(), "DOWN"));
      var done = hsc.claimed();
      hsc.report(HscFixture.success(done, "{}"));
      hsc.report(HscFixture.success(done, "{}"));

      hsc.report(HscFixture.retriable(hsc.claimed(), "DOWN"));
      assertThat(hsc.count("atf.hsc.retries.paced")).isZero();
      hsc.report(HscFixture.retriable(hsc.claimed(), "DOWN"));
      assertThat(hsc.count("atf.hsc.retries.paced")).isEqualTo(1);
    }
  }

  private static int greatestOfTenSeconds(Map<Long, Integer> bySecond) {
    int greatest = 0;
    for (var begin : bySecond.keySet()) {
      int sum = 0;
      for (long second = begin; second < begin + 10; second++) {
        sum += bySecond.getOrDefault(second, 0);
      }
      greatest = Math.max(greatest, sum);
    }
    return greatest;
  }

  private static LambdaDefinition lambda(double ratio, double perSecond) {
    return HscFixture.DEFINITION.withRetry(
        new RetryPolicy(
            1_000, Duration.ofSeconds(1), MAX_BACKOFF, 2, new RetryBudget(ratio, perSecond)));
  }
}
