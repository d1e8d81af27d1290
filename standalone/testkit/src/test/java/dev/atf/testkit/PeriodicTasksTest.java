package dev.atf.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.client.PeriodicSpec;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.WorkerBuilder;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ExplainTaskResponse.Reason;
import dev.atf.protocol.v1.Fire;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Periodic tasks through all services, by a clock that the test moves. */
final class PeriodicTasksTest {
  private static final String LAMBDA = "report";
  private static final String NAME = "hourly";

  private final List<Instant> ran = new ArrayList<>();
  private int failuresLeft;

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(this::handlers)
          .with(
              Lambda.newBuilder()
                  .setName(LAMBDA)
                  .setRetry(
                      Lambda.Retry.newBuilder()
                          .setInitialBackoff(ProtoTimes.proto(Duration.ofMinutes(90)))
                          .setMaxBackoff(ProtoTimes.proto(Duration.ofMinutes(90))))
                  .build());

  private WorkerBuilder handlers(WorkerBuilder worker) {
    return worker.handle(LAMBDA, JsonNode.class, this::report);
  }

  private Outcome report(JsonNode payload, TaskContext context) {
    ran.add(atf.clock().instant());
    return failuresLeft-- > 0
        ? Outcome.retryLater(Duration.ofMinutes(90))
        : Outcome.success(payload.path("of").asText());
  }

  private PeriodicSpec hourly() {
    return PeriodicSpec.cron(LAMBDA, NAME, "0 * * * *").payload(new Of("today"));
  }

  private void create(PeriodicSpec spec) {
    var unused = atf.client().periodic().create(spec);
  }

  record Of(String of) {}

  private PeriodicTask now() {
    return atf.client().periodic().get(LAMBDA, NAME);
  }

  private Instant hour(int number) {
    return Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofHours(number));
  }

  private List<Instant> hours(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(this::hour).toList();
  }

  @Test
  void aDayHasAllItsFires() {
    create(hourly());

    assertThat(atf.runFor(Duration.ofDays(1))).isEqualTo(24);

    assertThat(ran).isEqualTo(hours(1, 24));
    assertThat(now().getFiredCount()).isEqualTo(24);
    assertThat(atf.tasks(LAMBDA))
        .hasSize(24)
        .allSatisfy(task -> AtfAssertions.assertThat(task).hasResult("today"));
    assertThat(atf.clock().instant()).isEqualTo(hour(24));
  }

  @Test
  void overlappingFiresAreCreatedAheadAndRunOnTime() {
    create(hourly().overlap(PeriodicTask.Overlap.ALLOW));

    assertThat(atf.runFor(Duration.ofHours(5))).isEqualTo(5);

    assertThat(ran).isEqualTo(hours(1, 5));
  }

  @Test
  @Tag("P4")
  void aLeapIsTimeInWhichNobodyWasThereAndTheLatestIsMadeUpFor() {
    create(hourly());

    atf.clock().advance(Duration.ofDays(1).plusMinutes(30));

    assertThat(atf.runDueTasks()).isEqualTo(1);
    assertThat(now().getLastFire().getAt()).isEqualTo(ProtoTimes.proto(hour(24)));
    assertThat(now().getMissedCount()).isEqualTo(23);
  }

  @Test
  void afterALeapAsManyAreMadeUpForAsThePolicySays() {
    create(hourly().overlap(PeriodicTask.Overlap.ALLOW).catchUp(10));

    atf.clock().advance(Duration.ofDays(1).plusMinutes(30));

    assertThat(atf.runDueTasks()).isEqualTo(10);
    assertThat(now().getMissedCount()).isEqualTo(14);
  }

  @Test
  void nothingIsMadeUpForWhereThePolicySaysNone() {
    create(hourly().catchUpNone());

    atf.clock().advance(Duration.ofDays(1).plusMinutes(30));

    assertThat(atf.runDueTasks()).isZero();
    assertThat(now().getMissedCount()).isEqualTo(24);
  }

  @Test
  @Tag("P3")
  void aFireIsSkippedWhileTheOneBeforeItHasNotEnded() {
    failuresLeft = 1;
    create(hourly());

    assertThat(atf.runFor(Duration.ofHours(4))).isEqualTo(4);

    // The first one's second attempt is at half past two.
    assertThat(ran)
        .containsExactly(hour(1), hour(2).plus(Duration.ofMinutes(30)), hour(3), hour(4));
    assertThat(now().getSkippedCount()).isEqualTo(1);
  }

  @Test
  @Tag("P3")
  void oneFireWaitsForTheOneBeforeIt() {
    failuresLeft = 1;
    create(hourly().overlap(PeriodicTask.Overlap.QUEUE_ONE));

    assertThat(atf.runFor(Duration.ofHours(3))).isEqualTo(4);

    var end = hour(2).plus(Duration.ofMinutes(30));
    assertThat(ran).containsExactly(hour(1), end, end, hour(3));
    assertThat(now().getSkippedCount()).isZero();
  }

  @Test
  @Tag("P4")
  void aPausedOneDoesNotFireAndNothingIsMadeUpFor() {
    create(hourly());
    var paused = atf.client().periodic().pause(LAMBDA, NAME);
    assertThat(paused.getPaused()).isTrue();
    assertThat(atf.client().periodic().explain(LAMBDA, NAME).getReasonsList())
        .extracting(Reason::getCode)
        .contains("PERIODIC_PAUSED");

    assertThat(atf.runFor(Duration.ofHours(3))).isZero();
    var resumed = atf.client().periodic().resume(LAMBDA, NAME);
    assertThat(resumed.getPaused()).isFalse();

    assertThat(atf.runFor(Duration.ofHours(1))).isEqualTo(1);
    assertThat(ran).containsExactly(hour(4));
  }

  @Test
  void triggeredAndBackfilledFiresRunAtOnce() {
    create(hourly());
    atf.clock().advance(Duration.ofMinutes(30));
    var triggered = atf.client().periodic().trigger(LAMBDA, NAME);
    assertThat(atf.runDueTasks()).isEqualTo(1);
    AtfAssertions.assertThat(atf.task(triggered)).hasResult("today");

    atf.clock().advance(Duration.ofHours(3));
    assertThat(atf.runDueTasks()).isEqualTo(1);
    var filled =
        atf.client()
            .periodic()
            .backfill(LAMBDA, NAME, hour(0).plusMillis(1), hour(3).plusMillis(1));

    assertThat(filled.getFiresCount()).isEqualTo(2);
    assertThat(filled.getExisting()).isEqualTo(1);
    assertThat(atf.runDueTasks()).isEqualTo(2);
    assertThat(atf.client().periodic().fires(LAMBDA, NAME))
        .filteredOn(fire -> fire.getStatus() == TaskStatus.SUCCESS)
        .extracting(Fire::getCause)
        .containsExactly(
            Fire.Cause.SCHEDULE, Fire.Cause.BACKFILL, Fire.Cause.BACKFILL, Fire.Cause.TRIGGER);
  }

  @Test
  void oneThatIsOverFiresNoMore() {
    create(hourly().until(hour(3)));

    assertThat(atf.runFor(Duration.ofDays(30))).isEqualTo(2);
  }

  @Test
  void timeDoesNotPassBackwards() {
    assertThatThrownBy(() -> atf.runFor(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
