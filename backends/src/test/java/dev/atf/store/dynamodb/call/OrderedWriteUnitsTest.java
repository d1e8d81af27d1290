package dev.atf.store.dynamodb.call;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Association;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transitions;
import dev.atf.model.task.TurnTransitions;
import dev.atf.plans.order.Placing;
import dev.atf.plans.order.Turn;
import dev.atf.plans.order.TurnDecision;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.LocalDynamoDb;
import dev.atf.store.SampleTasks;
import dev.atf.store.TransitionResult;
import dev.atf.store.plans.OrderCodec;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Cost of an ordering key beyond the nine units of a polled task, as DynamoDB itself counts it: the
 * budget of ADR 0033.
 */
final class OrderedWriteUnitsTest {
  private static final LocalDynamoDb.Parts PARTS = LocalDynamoDb.shared().freshTables().parts();
  private static final LambdaName LAMBDA = new LambdaName("post-entries-to-ledgers");
  private static final double UNORDERED = 9;

  private final OrderingKey key = new OrderingKey("account/" + SampleTasks.nextId());
  private double counted = writeUnits();

  @Test
  @Tag("O5")
  void oneUnitWhereNobodyWaits() {
    var task = schedule(NOW);
    release(task);
    finish(task, 1);

    assertThat(cost()).isEqualTo(UNORDERED + 1);
  }

  @Test
  void anExpressTaskPaysTheSameUnitMore() {
    var header = header(NOW);
    PARTS.entities().putIfAbsent(entity(header));
    PARTS.plans().put(OrderCodec.write(((Placing.Take) placing(header)).row()));
    PARTS.associations().create(Association.scheduledExpress(header, NOW, NOW.plusSeconds(30)));
    finish(header, 1);

    assertThat(cost()).isEqualTo(6 + 1);
  }

  @Test
  @Tag("O5")
  void fourUnitsWhereOneWaits() {
    run(1);
  }

  @Test
  @Tag("O5")
  void fewerWhereManyWaitTogether() {
    run(3);
    run(10);
  }

  @Test
  void fourUnitsForOneThatIsScheduledAhead() {
    var later = NOW.plusSeconds(600);
    var task = schedule(later);
    pass(later);
    finish(task, 1);
    idle(later);

    assertThat(cost()).isEqualTo(UNORDERED + 4);
  }

  /** Runs one task that has the turn, and {@code n} that wait for it together. */
  private void run(int n) {
    var holder = schedule(NOW);
    release(holder);
    finish(holder, 1);
    assertThat(cost()).isEqualTo(UNORDERED + 1);
    // The holder still runs while they come.
    var waiting = new ArrayList<TaskHeader>();
    for (int i = 0; i < n; i++) {
      waiting.add(scheduleBehind(NOW));
    }
    for (var task : waiting) {
      pass(NOW);
      finish(task, 1);
    }
    idle(NOW);

    assertThat(cost()).as("%s wait", n).isEqualTo(n * UNORDERED + n * 1 + 3);
  }

  private TaskHeader schedule(Instant at) {
    var header = header(at);
    PARTS.entities().putIfAbsent(entity(header));
    write(header, placing(header));
    return header;
  }

  private TaskHeader scheduleBehind(Instant at) {
    var header = header(at);
    PARTS.entities().putIfAbsent(entity(header));
    write(header, placing(header, Turn.IN_PROGRESS));
    return header;
  }

  private static void write(TaskHeader header, Placing placing) {
    if (placing instanceof Placing.Take take) {
      PARTS.plans().put(OrderCodec.write(take.row()));
      PARTS.associations().create(Association.scheduled(header));
    } else if (placing instanceof Placing.Wait wait) {
      var expiresAt = Optional.ofNullable(header.keepUntil()).orElseThrow();
      PARTS.plans().putPart(OrderCodec.part(wait.row().plan(), wait.member(), expiresAt));
      PARTS.plans().put(OrderCodec.write(wait.row()));
      PARTS.associations().create(Association.waiting(header));
    }
  }

  private Placing placing(TaskHeader header) {
    return placing(header, Turn.FREE);
  }

  private Placing placing(TaskHeader header, Turn turn) {
    var found = row();
    var row =
        found.orElseGet(
            () -> Plan.fresh(PlanId.of(LAMBDA, key), PlanKind.ORDER, LAMBDA, key.value(), 1, NOW));
    return Placing.of(
        OrderCodec.read(row),
        found.isPresent(),
        turn,
        header,
        Optional.empty(),
        Optional.ofNullable(header.keepUntil()).orElseThrow(),
        NOW);
  }

  /** Passes the turn as the supervisor does when the holder has ended. */
  private void pass(Instant now) {
    var pass = (TurnDecision.Pass) next(now);
    PARTS.plans().put(OrderCodec.write(pass.row()));
    var result =
        PARTS
            .transitions()
            .apply(TurnTransitions.release(pass.to().taskId(), 0, now, now.plusSeconds(30)));
    assertThat(result).isInstanceOf(TransitionResult.Applied.class);
  }

  private void idle(Instant now) {
    PARTS.plans().put(OrderCodec.write(((TurnDecision.Idle) next(now)).row()));
  }

  private TurnDecision next(Instant now) {
    var row = row().orElseThrow();
    var state = OrderCodec.state(row);
    assertThat(
            Turn.of(
                state,
                state.holder().flatMap(m -> PARTS.associations().find(m.taskId())),
                FatalPolicy.CONTINUE,
                now))
        .isEqualTo(Turn.FREE);
    List<TurnDecision.Waiter> waiters =
        PARTS.plans().parts(row.id(), state.from(), 8).stream()
            .map(part -> OrderCodec.member(row, part))
            .map(m -> new TurnDecision.Waiter(m, PARTS.associations().find(m.taskId())))
            .toList();
    return TurnDecision.pass(OrderCodec.read(row), waiters, false, now);
  }

  private Optional<Plan> row() {
    return PARTS.plans().find(PlanId.of(LAMBDA, key));
  }

  private static void release(TaskHeader task) {
    PARTS
        .transitions()
        .apply(Transitions.release(task.taskId(), 0, task.scheduledAt(), NOW, NOW.plusSeconds(30)));
  }

  private static void finish(TaskHeader task, long epoch) {
    var attempt =
        new Attempt(
            new TaskRef(task.taskId(), epoch), new ClaimId("c1a1c1a1c1a1c1a1c1a1c1a1c1a1c1a1"));
    var now = task.scheduledAt();
    var owner =
        new ExecutorId("ip-10-0-123-234.eu-central-1.compute.internal:12345:0123456789abcdef");
    PARTS.transitions().apply(Transitions.claim(attempt, LAMBDA, owner, now, now.plusSeconds(30)));
    var done =
        PARTS
            .transitions()
            .apply(
                Transitions.succeed(
                    attempt,
                    LAMBDA,
                    Outcome.success(
                        "d", new Payload("{}".getBytes(StandardCharsets.UTF_8), Payload.JSON)),
                    new Ending(now, now.plus(Duration.ofDays(7)), History.FAILURES),
                    Notes.NONE));
    assertThat(done).isInstanceOf(TransitionResult.Applied.class);
  }

  private TaskHeader header(Instant at) {
    TaskId taskId = SampleTasks.nextId();
    var deadline = at.plus(Duration.ofDays(30));
    return new TaskHeader(
        taskId,
        LAMBDA,
        new Priority("normal"),
        null,
        0,
        NOW,
        at,
        deadline,
        deadline.plus(Duration.ofDays(10)),
        key.origin(taskId, LAMBDA),
        null,
        null,
        null,
        null);
  }

  private static TaskEntity entity(TaskHeader header) {
    return new TaskEntity(
        header,
        new Payload("{\"n\":1}".getBytes(StandardCharsets.UTF_8), Payload.JSON),
        Map.of(),
        "f",
        header.deadline().plus(Duration.ofDays(7)));
  }

  private double cost() {
    double before = counted;
    counted = writeUnits();
    return counted - before;
  }

  private static double writeUnits() {
    return units("table") + units("index");
  }

  private static double units(String part) {
    MeterRegistry meters = PARTS.meters();
    return meters.find("atf.dynamodb.units").tags("kind", "write", "part", part).counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }
}
