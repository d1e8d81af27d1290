package dev.atf.store.dynamodb.call;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.CollectionName;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.task.Association;
import dev.atf.model.task.ChildTransitions;
import dev.atf.model.task.EndStatuses;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Notice;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Subscription;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.store.LocalDynamoDb;
import dev.atf.store.SampleTasks;
import dev.atf.store.TransitionResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Cost of a task, as DynamoDB itself counts it: the budget of the design. */
final class WriteUnitsTest {
  private static final LocalDynamoDb.Parts PARTS = LocalDynamoDb.shared().freshTables().parts();
  private static final LambdaName LAMBDA = new LambdaName("generate-thumbnails-of-videos");
  private static final ExecutorId OWNER =
      new ExecutorId("ip-10-0-123-234.eu-central-1.compute.internal:12345:0123456789abcdef");
  private static final ClaimId CLAIM = new ClaimId("c1a1c1a1c1a1c1a1c1a1c1a1c1a1c1a1");
  private static final Instant LEASE_UNTIL = NOW.plusSeconds(30);

  private double counted = writeUnits();

  @Test
  void aPolledTaskCostsNineWriteUnits() {
    var task = Association.scheduled(header());
    var ref = new TaskRef(task.taskId(), 1);
    var attempt = new Attempt(ref, CLAIM);

    PARTS.entities().putIfAbsent(entity(task.header()));
    PARTS.associations().create(task);
    assertThat(cost()).as("schedule: entity 1, association 1, index 1").isEqualTo(3);

    apply(
        Transitions.release(
            task.taskId(), 0, task.header().scheduledAt(), NOW, NOW.plusSeconds(30)));
    assertThat(cost()).as("release: association 1, index 2").isEqualTo(3);

    apply(Transitions.claim(attempt, LAMBDA, OWNER, NOW, LEASE_UNTIL));
    assertThat(cost()).as("claim: association 1, index 0").isEqualTo(1);

    apply(Transitions.succeed(attempt, LAMBDA, success(), ending(), Notes.NONE));
    assertThat(cost()).as("finish: association 1, index 1").isEqualTo(2);
  }

  @Test
  void anExpressTaskCostsSixWriteUnits() {
    var task = Association.scheduledExpress(header(), NOW, NOW.plusSeconds(30));
    var attempt = new Attempt(task.ref(), CLAIM);

    PARTS.entities().putIfAbsent(entity(task.header()));
    PARTS.associations().create(task);
    assertThat(cost()).as("schedule: entity 1, association 1, index 1").isEqualTo(3);

    apply(Transitions.claim(attempt, LAMBDA, OWNER, NOW, LEASE_UNTIL));
    assertThat(cost()).as("claim: association 1, index 0").isEqualTo(1);

    apply(Transitions.succeed(attempt, LAMBDA, success(), ending(), Notes.NONE));
    assertThat(cost()).as("finish: association 1, index 1").isEqualTo(2);
  }

  @Test
  void childrenCostTheirParentThreeWriteUnitsAndTheirOutbox() {
    var task = claimed();
    var attempt = new Attempt(new TaskRef(task.taskId(), 1), CLAIM);
    cost();

    var outcome = success().with(SampleTasks.children(task, 3));
    apply(ChildTransitions.succeed(attempt, LAMBDA, outcome, ending(), Notes.NONE));
    assertThat(cost()).as("finish: association 1 + outbox, index 2").isEqualTo(4);

    apply(
        ChildTransitions.settle(
            PARTS.associations().find(task.taskId()).orElseThrow(), List.of(), ending()));
    assertThat(cost()).as("settle: association 1 + outbox, index 1").isEqualTo(3);
  }

  @Test
  @Tag("N7")
  void aSubscriptionCostsTheTaskThreeWriteUnitsAndItsNoticeTwo() {
    var task = claimed();
    var attempt = new Attempt(new TaskRef(task.taskId(), 1), CLAIM);
    var told =
        new Subscription(
            "told", LAMBDA.value(), null, EndStatuses.ALL, SampleTasks.ON_FINISH.target(), NOW);
    cost();

    apply(
        Transitions.succeed(
            attempt,
            LAMBDA,
            Outcome.success(digest(), payload(10)),
            ending().with(List.of(told)),
            Notes.NONE));
    assertThat(cost()).as("finish: association 1, index 2").isEqualTo(3);
    var ended = PARTS.associations().find(task.taskId()).orElseThrow();

    var notice = Notice.of("told", ended).orElseThrow();
    var header = notice.task(told.target(), LambdaDefinition.withDefaults(LAMBDA, NOW)).header();
    PARTS.associations().create(Association.scheduled(header));
    assertThat(cost()).as("notice: association 1, index 1").isEqualTo(2);

    apply(ChildTransitions.settle(ended, List.of("told"), ending()));
    assertThat(cost()).as("settle: association 1, index 1").isEqualTo(2);
  }

  @Test
  void aHeartbeatCostsOneWriteUnit() {
    var task = claimed();
    var attempt = new Attempt(new TaskRef(task.taskId(), 1), CLAIM);
    cost();

    apply(Transitions.heartbeat(attempt, LAMBDA, LEASE_UNTIL.plusSeconds(5), Notes.NONE, 0, false));
    assertThat(cost()).as("the first, which changes the status").isEqualTo(1);

    apply(
        Transitions.heartbeat(attempt, LAMBDA, LEASE_UNTIL.plusSeconds(10), Notes.NONE, 0, false));
    assertThat(cost()).as("every other").isEqualTo(1);

    var progress = new Payload("{\"done\":17}".getBytes(StandardCharsets.UTF_8), Payload.JSON);
    apply(
        Transitions.heartbeat(
            attempt, LAMBDA, LEASE_UNTIL.plusSeconds(15), new Notes(progress, null), 1, false));
    assertThat(cost()).as("with numbered notes").isEqualTo(1);
  }

  @Test
  void aRetryCostsWhatItsSecondRunCosts() {
    var task = claimed();
    var attempt = new Attempt(new TaskRef(task.taskId(), 1), CLAIM);
    var failure =
        Outcome.failure(digest(), new Failure("IO", "a read timed out after 3 s", "", true));
    cost();

    apply(
        Transitions.failRetriably(
            attempt, LAMBDA, 1, failure, NOW, NOW.plusSeconds(1), Notes.NONE, 0));
    assertThat(cost()).as("failure: association 1, index 2").isEqualTo(3);

    apply(Transitions.release(task.taskId(), 1, NOW.plusSeconds(1), NOW, NOW.plusSeconds(31)));
    assertThat(cost()).as("release: association 1, index 2").isEqualTo(3);
  }

  @Test
  void readsAreCountedApartFromWrites() {
    var before = units("read", "table");

    PARTS.associations().find(SampleTasks.nextId());

    assertThat(units("read", "table") - before).isPositive();
    assertThat(cost()).isZero();
  }

  @Test
  void everyRequestIsCountedByOperationTableAndEvent() {
    var polledBefore = requests("schedule", "ok");
    var refusedBefore = requests("schedule", "refused");
    var expressBefore = requests("schedule_express", "ok");
    var claimsBefore = writeUnits("claim");
    var task = claimed();

    PARTS.associations().create(task);
    PARTS.associations().create(Association.scheduledExpress(header(), NOW, NOW.plusSeconds(30)));

    assertThat(requests("schedule", "ok") - polledBefore).isEqualTo(1);
    assertThat(requests("schedule", "refused") - refusedBefore).isEqualTo(1);
    assertThat(requests("schedule_express", "ok") - expressBefore).isEqualTo(1);
    assertThat(writeUnits("claim") - claimsBefore).isEqualTo(1);
  }

  private static double writeUnits(String event) {
    return PARTS.meters().find("atf.dynamodb.units").tags("event", event).counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  private static double requests(String event, String result) {
    return PARTS
        .meters()
        .counter(
            "atf.dynamodb.requests",
            "operation",
            "PutItem",
            "table",
            PARTS.tables().associations(),
            "event",
            event,
            "result",
            result)
        .count();
  }

  private static void apply(Transition transition) {
    assertThat(PARTS.transitions().apply(transition)).isInstanceOf(TransitionResult.Applied.class);
  }

  /** The write units since it was last asked. */
  private double cost() {
    double before = counted;
    counted = writeUnits();
    return counted - before;
  }

  private static double writeUnits() {
    return units("write", "table") + units("write", "index");
  }

  private static double units(String kind, String part) {
    MeterRegistry meters = PARTS.meters();
    return meters.find("atf.dynamodb.units").tags("kind", kind, "part", part).counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  private static Association claimed() {
    var task = Association.scheduled(header());
    var attempt = new Attempt(new TaskRef(task.taskId(), 1), CLAIM);
    PARTS.associations().create(task);
    apply(
        Transitions.release(
            task.taskId(), 0, task.header().scheduledAt(), NOW, NOW.plusSeconds(30)));
    apply(Transitions.claim(attempt, LAMBDA, OWNER, NOW, LEASE_UNTIL));
    return task;
  }

  /** Returns a header with all fields of an ordinary task: a collection and a key as well. */
  private static TaskHeader header() {
    return new TaskHeader(
        new TaskId(SampleTasks.nextId().value().replaceFirst("^0000", "ffff")),
        LAMBDA,
        new Priority("background"),
        new CollectionName("new-user-onboarding"),
        123,
        NOW.minusSeconds(60),
        NOW.minusSeconds(1),
        NOW.plus(Duration.ofDays(30)),
        NOW.plus(Duration.ofDays(400)));
  }

  private static TaskEntity entity(TaskHeader header) {
    return new TaskEntity(
        header, payload(400), Map.of("team", "photos"), digest(), NOW.plusSeconds(60));
  }

  private static Outcome success() {
    return Outcome.success(digest(), payload(100));
  }

  private static Ending ending() {
    return new Ending(NOW, NOW.plus(Duration.ofDays(7)), History.NONE);
  }

  private static String digest() {
    return "0123456789abcdef".repeat(4);
  }

  private static Payload payload(int bytes) {
    return new Payload("x".repeat(bytes).getBytes(StandardCharsets.UTF_8), Payload.JSON);
  }
}
