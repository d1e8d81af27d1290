package dev.atf.frontend.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.Answer;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.model.Failure;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.store.testing.Fault;
import dev.atf.validation.Violations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Redrives dead letters by id, by filter, or all, page by page. */
final class RedriveTest {
  private static final Failure BROKEN = new Failure("BROKEN", "it broke", "", false);
  private static int lastLambda;
  private static TestFrontend frontend;
  private static Pipeline pipeline;
  private String lambda = "";

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
    pipeline = new Pipeline(frontend);
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  @BeforeEach
  void register() {
    lambda = "lambda-" + ++lastLambda;
    frontend.registered(lambda);
  }

  @Test
  void aDeadLetterBeginsAnewWithAllItsAttempts() {
    var taskId = dead("{\"json\":1}", BROKEN);
    long epoch = frontend.association(taskId).epoch();

    var answer = redrive("{\"taskIds\":[\"%s\"]}".formatted(taskId)).requireOk().json();

    assertThat(answer.get("redriven").asInt()).isEqualTo(1);
    assertThat(answer.get("examined").asInt()).isEqualTo(1);
    var task = frontend.association(taskId);
    assertThat(task.status()).isEqualTo(TaskStatus.NEW);
    assertThat(task.attempt()).isZero();
    assertThat(task.epoch()).isEqualTo(epoch + 1);
    assertThat(task.outcome()).isNull();
    assertThat(task.expiresAt()).isNull();
    // The task runs unchanged, and its epoch continues to grow.
    assertThat(pipeline.run(taskId).epoch()).isEqualTo(epoch + 2);
    var read = frontend.get("/v1/tasks/" + taskId).requireOk().json();
    assertThat(read.get("json").toString()).isEqualTo("1");
  }

  @Test
  @Tag("B25")
  void answersEachRequestedTaskId() {
    frontend.registered("elsewhere");
    var dead = dead("{}", BROKEN);
    var live = schedule("{}");
    var running = schedule("{}");
    pipeline.run(running);
    var cancelled = schedule("{}");
    frontend.post("/v1/tasks/" + cancelled + ":cancel", "{}").requireOk();
    var unknown = "0".repeat(32);
    var others = frontend.post("/v1/lambdas/elsewhere/tasks", "{}").json().get("taskId").asText();
    var request =
        RedriveTasksRequest.newBuilder()
            .setLambda(lambda)
            .addAllTaskIds(List.of(live, dead, running, dead, cancelled, unknown, others))
            .build();

    var answer = frontend.tasks().redriveTasks(request);

    assertThat(answer.getRedriven()).isEqualTo(1);
    assertThat(answer.getExamined()).isEqualTo(6);
    assertThat(answer.getRefusedList())
        .extracting(RedriveTasksResponse.Refusal::getTaskId)
        .containsExactly(live, running, cancelled, unknown, others);
    assertThat(answer.getRefusedList().stream().map(RedriveTest::reason).toList())
        .containsExactly(
            "TASK_NOT_DEAD", "TASK_NOT_DEAD", "TASK_NOT_DEAD", "TASK_NOT_FOUND", "TASK_NOT_FOUND");
    assertThat(frontend.association(running).status()).isEqualTo(TaskStatus.CLAIMED);
  }

  @Test
  void repeatedRedriveReportsTasksAsRedriven() {
    var taskId = dead("{}", BROKEN);
    var body = "{\"taskIds\":[\"%s\"]}".formatted(taskId);
    redrive(body).requireOk();

    var again = redrive(body).requireOk().json();

    assertThat(again.get("redriven").asInt()).isZero();
    assertThat(again.get("refused").get(0).toString())
        .contains("TASK_NOT_DEAD", "it was redriven at");
  }

  @Test
  @Tag("F26")
  void theNewDeadlineIsTheLambdasLifetimeButNotPastTheEndOfTheEntity() {
    var fresh = dead("{}", BROKEN);
    frontend.clock.advance(Duration.ofDays(5));
    redriveAll("{}");

    // Lifetime and retention of the lambda are 30 and 7 days, so the entity expires after 37 days.
    assertThat(frontend.association(fresh).header().deadline())
        .isEqualTo(millis().plus(Duration.ofDays(30)));
    var entity = frontend.store.findEntity(new TaskId(fresh)).orElseThrow();
    pipeline.failFatally(pipeline.run(fresh), BROKEN);
    frontend.clock.advance(Duration.ofDays(6));
    redriveAll("{}");
    assertThat(frontend.association(fresh).header().deadline()).isEqualTo(entity.expiresAt());
  }

  @Test
  void refusesTasksThatExpireBeforeTheyCouldRun() {
    var taskId = dead("{}", BROKEN);
    var seen = frontend.association(taskId);
    var entity = frontend.store.findEntity(new TaskId(taskId));
    var definition = LambdaDefinition.withDefaults(seen.header().lambda(), millis());
    var timeToRun = Duration.ofSeconds(30);
    var goes = entity.orElseThrow().expiresAt();

    var inTime = new RedriveDecision(definition, timeToRun, goes.minus(timeToRun));
    var late = new RedriveDecision(definition, timeToRun, goes.minus(timeToRun).plusMillis(1));

    assertThat(inTime.next(seen, entity)).isInstanceOf(Next.Write.class);
    assertThat(late.next(seen, entity).toString()).contains("TASK_TOO_OLD", goes.toString());
    assertThat(inTime.next(seen, Optional.empty()).toString())
        .contains("TASK_TOO_OLD", "no longer kept");
  }

  @Test
  void aTaskThatIsTooOldIsRefusedById() {
    var taskId = dead("{}", BROKEN);
    frontend.clock.advance(Duration.ofDays(37));

    var byId = redrive("{\"taskIds\":[\"%s\"]}".formatted(taskId)).requireOk().json();
    var all = redrive("{}").requireOk().json();

    assertThat(byId.get("refused").get(0).toString()).contains("TASK_TOO_OLD");
    assertThat(all.get("redriven").asInt()).isZero();
    assertThat(all.get("examined").asInt()).isEqualTo(1);
    assertThat(frontend.association(taskId).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  @Test
  void aTaskOfAPriorityThatIsNoMoreWouldBeStranded() {
    var taskId = dead("{\"priority\":\"low\"}", BROKEN);
    frontend.put("/v1/lambdas/" + lambda, "{\"priorities\":[\"normal\"]}").requireOk();

    var byId = redrive("{\"taskIds\":[\"%s\"]}".formatted(taskId)).requireOk().json();
    var all = redrive("{}").requireOk().json();

    assertThat(byId.get("refused").get(0).toString()).contains("PRIORITY_UNKNOWN");
    assertThat(all.get("redriven").asInt()).isZero();
    assertThat(frontend.association(taskId).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  @Test
  void pagesRedriveEveryDeadLetterOnce() {
    var dead = new ArrayList<String>();
    for (int i = 0; i < 25; i++) {
      dead.add(dead("{}", BROKEN));
    }

    var pages = redriveAll("{\"pageSize\":10}");

    assertThat(pages).containsExactly(10, 10, 5);
    assertThat(dead).allMatch(id -> frontend.association(id).status() == TaskStatus.NEW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"pageSize\":4}", "{\"pageSize\":4,\"finishedAfter\":\"2026-01-01T00:00:00Z\"}"})
  void pagesRedriveTheDeadLettersOfAllShards(String filter) {
    frontend.put("/v1/lambdas/" + lambda, "{\"shards\":3,\"dispatch\":\"POLLED\"}").requireOk();
    var dead = new ArrayList<String>();
    for (int i = 0; i < 15; i++) {
      dead.add(dead("{}", BROKEN));
    }

    redriveAll(filter);

    assertThat(dead).allMatch(id -> frontend.association(id).status() == TaskStatus.NEW);
    assertThat(deadLetters()).isEmpty();
  }

  @Test
  void restartedRedriveContinuesWithTheRest() {
    for (int i = 0; i < 7; i++) {
      dead("{}", BROKEN);
    }
    redrive("{\"pageSize\":3}").requireOk();

    assertThat(redriveAll("{\"pageSize\":3}").stream().mapToInt(n -> n).sum()).isEqualTo(4);
  }

  @Test
  void doesNotRedriveTasksThatDieAgainMeanwhile() {
    dead("{}", BROKEN);
    frontend.clock.advance(Duration.ofSeconds(1));
    var latest = dead("{}", BROKEN);
    var page = redrive("{\"pageSize\":1}").requireOk().json();
    frontend.clock.advance(Duration.ofSeconds(1));
    pipeline.failFatally(pipeline.run(latest), BROKEN);
    var token = page.get("nextPageToken").asText();

    var rest = redriveFrom("{\"pageSize\":1", token);

    assertThat(rest.stream().mapToInt(n -> n).sum()).isEqualTo(1);
    assertThat(frontend.association(latest).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  @Test
  void aFilterChoosesByCodeCollectionAndTime() {
    var broken = dead("{\"collection\":\"a\"}", BROKEN);
    var other = dead("{\"collection\":\"a\"}", new Failure("OTHER", "", "", false));
    var elsewhere = dead("{\"collection\":\"b\"}", BROKEN);
    frontend.clock.advance(Duration.ofSeconds(10));
    var middle = millis();
    var later = dead("{\"collection\":\"a\"}", BROKEN);

    redriveAll("{\"failureCode\":\"OTHER\"}");
    assertThat(deadLetters()).containsExactlyInAnyOrder(broken, elsewhere, later);
    redriveAll("{\"collection\":\"b\"}");
    assertThat(deadLetters()).containsExactlyInAnyOrder(broken, later);
    redriveAll("{\"finishedBefore\":\"%s\"}".formatted(middle.minusSeconds(60)));
    assertThat(deadLetters()).containsExactlyInAnyOrder(broken, later);
    redriveAll("{\"finishedAfter\":\"%s\"}".formatted(middle));
    assertThat(deadLetters()).containsExactly(broken);
    redriveAll("{\"finishedAfter\":\"%s\"}".formatted(middle.plusSeconds(60)));
    assertThat(deadLetters()).containsExactly(broken);
    redriveAll("{\"finishedBefore\":\"%s\"}".formatted(middle));
    assertThat(deadLetters()).isEmpty();
    assertThat(frontend.association(other).status()).isEqualTo(TaskStatus.NEW);
  }

  @Test
  void droppedTasksAreRedrivenOnlyByTheirFailureCode() {
    var dead = dead("{}", BROKEN);
    var dropped = schedule("{}");
    pipeline.drop(dropped);

    assertThat(deadLetters()).containsExactly(dead);
    redriveAll("{}");
    assertThat(frontend.association(dead).status()).isEqualTo(TaskStatus.NEW);
    assertThat(frontend.association(dropped).status()).isEqualTo(TaskStatus.FATAL_FAILURE);

    redriveAll("{\"failureCode\":\"DROPPED\"}");
    assertThat(frontend.association(dropped).status()).isEqualTo(TaskStatus.NEW);
  }

  @Test
  void redrivesOnlyTasksFinishedAfterTheBound() {
    var taskId = dead("{}", BROKEN);

    redriveAll("{\"finishedAfter\":\"%s\"}".formatted(millis().plusMillis(1)));
    assertThat(deadLetters()).containsExactly(taskId);
    frontend.clock.advance(Duration.ofSeconds(1));
    redriveAll("{\"finishedAfter\":\"%s\"}".formatted(millis().minusMillis(999)));
    assertThat(deadLetters()).containsExactly(taskId);
    redriveAll("{\"finishedAfter\":\"%s\"}".formatted(millis().minusMillis(1_000)));
    assertThat(deadLetters()).isEmpty();
  }

  @Test
  void theTimesOfAFilterAreThoseOfTheRequestUpToItsBegin() {
    var after = Instant.parse("2026-03-01T12:00:00.500Z");
    var request =
        RedriveTasksRequest.newBuilder()
            .setFinishedAfter(dev.atf.protocol.ProtoTimes.proto(after))
            .setFinishedBefore(dev.atf.protocol.ProtoTimes.proto(after.plusMillis(10)))
            .build();

    var late = TaskCriteria.ofRedrive(request, after.plusSeconds(60), new Violations());
    var early = TaskCriteria.ofRedrive(request, after.plusMillis(3), new Violations());

    assertThat(late.since()).isEqualTo(after);
    assertThat(late.until()).isEqualTo(after.plusMillis(9));
    assertThat(early.until()).isEqualTo(after.plusMillis(3));
  }

  @Test
  void aDryRunByIdsChangesNothing() {
    var dead = dead("{}", BROKEN);
    var live = schedule("{}");

    var answer =
        redrive("{\"taskIds\":[\"%s\",\"%s\"],\"dryRun\":true}".formatted(dead, live))
            .requireOk()
            .json();

    assertThat(answer.get("redriven").asInt()).isEqualTo(1);
    assertThat(answer.get("refused")).hasSize(1);
    assertThat(frontend.association(dead).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  @Test
  void saysWhyDeadLettersAreLeftAlone() {
    var tooOld = dead("{}", BROKEN);
    dead("{}", BROKEN);
    frontend.clock.advance(Duration.ofDays(37));

    var answer = redrive("{\"filter\":{\"code\":\"BROKEN\"}}").requireOk().json();

    var leftAlone = answer.get("leftAlone");
    assertThat(leftAlone).hasSize(1);
    assertThat(leftAlone.get(0).get("count").asInt()).isEqualTo(2);
    assertThat(leftAlone.get(0).get("reason").asText()).isEqualTo("TASK_TOO_OLD");
    assertThat(leftAlone.get(0).get("message").asText()).startsWith("what it is to do is");
    assertThat(leftAlone.get(0).get("taskId").asText()).hasSameSizeAs(tooOld);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"pageSize\":-1}",
        "{\"pageToken\":\"x\"}",
        "{\"pageToken\":\"1.x\"}",
        "{\"taskIds\":[\"x\"]}",
        "{\"taskIds\":[\"00000000000000000000000000000000\"],\"failureCode\":\"X\"}",
        "{\"collection\":\"a/b\"}",
        "{\"filter\":{\"state\":\"pending\"}}",
        "{\"filter\":{\"label\":[\"a\"]}}",
        "{\"filter\":{},\"failureCode\":\"X\"}",
        "{\"taskIds\":[\"00000000000000000000000000000000\"],\"filter\":{\"code\":\"X\"}}",
      })
  void aRequestThatIsNoneIsRefused(String body) {
    var taskId = dead("{}", BROKEN);

    assertThat(redrive(body).status()).isEqualTo(400);
    assertThat(frontend.association(taskId).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  @Test
  void moreThanAThousandIdsAreRefused() {
    var ids = Collections.nCopies(1_001, "\"" + "0".repeat(32) + "\"");

    var answer = redrive(ids.stream().collect(Collectors.joining(",", "{\"taskIds\":[", "]}")));

    assertThat(answer.violatedFields()).isEqualTo("taskIds");
  }

  @Test
  void aPageTokenGoesOnOnlyWithItsOwnFilter() {
    dead("{}", BROKEN);
    dead("{}", BROKEN);
    var token = redrive("{\"pageSize\":1}").requireOk().json().get("nextPageToken").asText();

    var other = redrive("{\"failureCode\":\"X\",\"pageToken\":\"%s\"}".formatted(token));

    assertThat(other.reason()).isEqualTo("PAGE_TOKEN_INVALID");
  }

  @Test
  void aPageWhoseStoreFailedIsAskedForAgain() {
    var first = dead("{}", BROKEN);
    var second = dead("{}", BROKEN);
    frontend.line.failNext(Fault.UNAVAILABLE);

    var failed = redrive("{}");
    redrive("{}").requireOk();

    assertThat(failed.reason()).isEqualTo("STORE_UNAVAILABLE");
    assertThat(List.of(first, second))
        .allMatch(id -> frontend.association(id).status() == TaskStatus.NEW);
  }

  @Test
  void aRedriveWhoseAnswerWasLostCounts() {
    dead("{}", BROKEN);
    frontend.line.failNext(Fault.REPLY_LOST);

    assertThat(redrive("{}").requireOk().json().get("redriven").asInt()).isEqualTo(1);
  }

  private static String reason(RedriveTasksResponse.Refusal refusal) {
    return dev.atf.protocol.RpcErrors.reasonOf(
            io.grpc.protobuf.StatusProto.toStatusRuntimeException(refusal.getError()))
        .orElseThrow()
        .name();
  }

  private String schedule(String body) {
    return frontend
        .post("/v1/lambdas/" + lambda + "/tasks", body)
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }

  private String dead(String body, Failure failure) {
    var taskId = schedule(body);
    pipeline.failFatally(pipeline.run(taskId), failure);
    return taskId;
  }

  private Answer redrive(String body) {
    return frontend.post("/v1/lambdas/" + lambda + "/tasks:redrive", body);
  }

  /** Returns how many tasks each page redrove. */
  private List<Integer> redriveAll(String body) {
    return redriveFrom(body.substring(0, body.length() - 1), "");
  }

  private List<Integer> redriveFrom(String openBody, String start) {
    var counts = new ArrayList<Integer>();
    var token = start;
    do {
      var comma = openBody.equals("{") ? "" : ",";
      var page = redrive(openBody + comma + "\"pageToken\":\"" + token + "\"}").requireOk().json();
      counts.add(page.get("redriven").asInt());
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty() && counts.size() < 100);
    return counts;
  }

  private List<String> deadLetters() {
    var ids = new ArrayList<String>();
    frontend
        .get("/v1/lambdas/" + lambda + "/tasks?state=dead")
        .requireOk()
        .json()
        .get("tasks")
        .forEach(task -> ids.add(task.get("taskId").asText()));
    return ids;
  }

  private static Instant millis() {
    return frontend.clock.instant().truncatedTo(java.time.temporal.ChronoUnit.MILLIS);
  }
}
