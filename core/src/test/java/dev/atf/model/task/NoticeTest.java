package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Notices of ended tasks, and the tasks that carry them. */
final class NoticeTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final TaskId ID = new TaskId("0123456789abcdef0123456789abcdef");
  private static final TaskId CONTENTS = TaskId.ofText("contents");
  private static final TaskHeader HEADER =
      new TaskHeader(ID, new LambdaName("resize"), new Priority("p"), null, 0, NOW, NOW, NOW, null);
  private static final Association FAILED =
      ended(HEADER)
          .withStatus(TaskStatus.FATAL_FAILURE)
          .withOutcome(Outcome.failure("d", new Failure("DISK FULL", "no", "", false)));
  private static final LambdaDefinition AUDIT =
      LambdaDefinition.withDefaults(new LambdaName("audit"), NOW);
  private static final NoticeTarget TARGET =
      new NoticeTarget(AUDIT.name(), new Priority("low"), CONTENTS);

  @Test
  void aNoticeReportsTheEnd() {
    assertThat(Notice.of("all", FAILED))
        .contains(
            new Notice(
                "all",
                ID,
                7,
                new LambdaName("resize"),
                TaskStatus.FATAL_FAILURE,
                3,
                1,
                NOW,
                "DISK FULL"));
    var succeeded = ended(HEADER).withOutcome(Outcome.success("d", Payload.EMPTY));
    assertThat(Notice.of("all", succeeded).orElseThrow().failureCode()).isEmpty();
    assertThat(Notice.of("all", succeeded.withOutcome(null)).orElseThrow().failureCode()).isEmpty();
  }

  @Test
  void theTaskOfANoticeSaysWhatTheNoticeSays() {
    var notice = Notice.of("all", FAILED).orElseThrow();

    var header = notice.task(TARGET, AUDIT).header();

    assertThat(Notice.of(header)).contains(notice);
    assertThat(header.taskId()).isEqualTo(notice.taskId());
    assertThat(header.scheduledAt()).isEqualTo(NOW);
    assertThat(header.deadline()).isEqualTo(NOW.plus(AUDIT.maxLifetime()));
    assertThat(header.contents()).isEqualTo(CONTENTS);
    assertThat(header.origin().owner()).isEqualTo(TaskId.ofText("subscription/all").value());
  }

  @Test
  void aPriorityThatTheLambdaNoLongerHasBecomesItsDefault() {
    var notice = Notice.of("all", FAILED).orElseThrow();
    var gone = new NoticeTarget(AUDIT.name(), new Priority("gone"), CONTENTS);

    assertThat(notice.task(TARGET, AUDIT).header().priority()).isEqualTo(new Priority("low"));
    assertThat(notice.task(gone, AUDIT).header().priority()).isEqualTo(AUDIT.defaultPriority());
  }

  @Test
  void noticesOfNoticesEndAfterEightHops() {
    var ended = FAILED;
    for (int hop = 1; hop <= Notice.HOPS_MAX; hop++) {
      var notice = Notice.of("all", ended).orElseThrow();
      assertThat(notice.hops()).isEqualTo(hop);
      ended = ended(notice.task(TARGET, AUDIT).header());
    }

    assertThat(Notice.of("all", ended)).isEmpty();
  }

  @Test
  void otherTasksReportNoEnd() {
    assertThat(Notice.of(HEADER)).isEmpty();
    assertThat(Notice.of(HEADER.withOrigin(new Origin("job", ID.value(), "0-a/1/1", ID))))
        .isEmpty();
  }

  private static Association ended(TaskHeader header) {
    return Association.scheduled(header)
        .with()
        .status(TaskStatus.SUCCESS)
        .epoch(7)
        .attempt(3)
        .finishedAt(NOW)
        .build();
  }
}
