package dev.atf.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.LocalTransitionFeed;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.TriggerEntry;
import dev.atf.store.embedded.EmbeddedRows.Records;
import dev.atf.store.embedded.database.Database;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Covers records that another version has written, or that are damaged. */
final class UnreadableRecordsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final LambdaName LAMBDA = new LambdaName("resize");
  private static final LambdaName OTHER = new LambdaName("upload");
  private static final byte[] DAMAGED = {(byte) 0x82, 10, 99};

  /** One turn for each kind of record at least. */
  private static final int SWEEP_TURNS = 6;

  @TempDir private Path directory;
  private Database database;

  @BeforeEach
  void open() {
    database = Database.open(directory, reason -> {});
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  @Tag("P12")
  void anUnreadableLambdaDoesNotHideTheOthersAndCanBeRegisteredAgain() {
    var registry = lambdas();
    var other = LambdaDefinition.withDefaults(OTHER, NOW);
    assertThat(registry.put(other, Optional.empty())).isTrue();
    put(Keys.lambda(LAMBDA), DAMAGED);

    var reopened = lambdas();

    assertThat(reopened.list()).containsExactly(other);
    var again = LambdaDefinition.withDefaults(LAMBDA, NOW);
    assertThat(reopened.isUnreadable(again)).isTrue();
    assertThat(reopened.isUnreadable(other)).isFalse();
    assertThat(reopened.put(again, Optional.empty())).isTrue();
    assertThat(reopened.isUnreadable(again)).isFalse();
    assertThat(lambdas().list()).containsExactly(again, other);
  }

  @Test
  void aGateOfAnUnknownStateKeepsItsLambdaPaused() {
    var gate = new Gate(LAMBDA, null, GateState.DROPPING, null, "full", "ops", NOW);
    gates().put(gate);
    // The state is the third field: another version knows one more.
    var stored = database.get(Keys.gate(gate)).orElseThrow();
    put(Keys.gate(gate), withState(stored, 99));

    var gates = gates().read().of(LAMBDA);

    assertThat(gates).extracting(Gate::state).containsExactly(GateState.PAUSED);
  }

  @Test
  void unreadableSubscriptionsAndRoutesAreLeftAlone() {
    put(Keys.subscription("hook"), DAMAGED);
    put(Keys.route(LAMBDA), DAMAGED);

    assertThat(new EmbeddedRows<>(database, Records.SUBSCRIPTIONS).list()).isEmpty();
    assertThat(new EmbeddedRows<>(database, Records.ROUTES).list()).isEmpty();
    assertThat(database.get(Keys.route(LAMBDA))).contains(DAMAGED);
  }

  @Test
  @Tag("P12")
  void aTaskThatCannotBeReadDoesNotHideTheOthers() {
    var locks = new StripedLocks();
    var index = new EmbeddedTriggerIndex(database);
    var feed = new LocalTransitionFeed(database::awaitDurable);
    var tasks = new EmbeddedTasks(database, locks, index, feed);
    var entities = new EmbeddedEntities(database, locks);
    var readable = header("1".repeat(32));
    var damaged = new TaskId("2".repeat(32));
    tasks.create(Association.scheduled(readable));
    entities.putIfAbsent(new TaskEntity(readable, Payload.EMPTY, Map.of(), "f", NOW));
    put(Keys.association(damaged), DAMAGED);
    put(Keys.entity(damaged), DAMAGED);
    put(Keys.trigger(readable.list(Alarm.DUE), NOW.toEpochMilli(), damaged), DAMAGED);

    var ids = List.of(readable.taskId(), damaged);
    assertThat(tasks.findAll(ids)).containsOnlyKeys(readable.taskId());
    assertThat(entities.findEntities(ids)).containsOnlyKeys(readable.taskId());
    assertThat(index.read(readable.list(Alarm.DUE), NOW, 10, Optional.empty()).entries())
        .extracting(TriggerEntry::taskId)
        .containsExactly(readable.taskId());
  }

  @Test
  void anUnreadablePermitDoesNotHideTheOthers() {
    var scope = Scope.of(LAMBDA);
    var attempt = new Attempt(new TaskRef(new TaskId("1".repeat(32)), 1), claim("a"));
    new EmbeddedRunningPermits(database).take(scope, attempt, 1, NOW);
    put(Keys.permit(scope, claim("b")), DAMAGED);

    assertThat(new EmbeddedRunningPermits(database).held(scope))
        .extracting(Permit::claimId)
        .containsExactly(attempt.claimId());
  }

  @Test
  @Tag("P12")
  void unreadableRecordsDoNotKeepOthersFromBeingSwept() {
    var entities = new EmbeddedEntities(database, new StripedLocks());
    var expired = header("8".repeat(32));
    entities.putIfAbsent(new TaskEntity(expired, Payload.EMPTY, Map.of(), "f", NOW));
    var unreadable =
        List.of(
            Keys.association(new TaskId("1".repeat(32))),
            Keys.association(new TaskId("2".repeat(32))),
            Keys.entity(new TaskId("1".repeat(32))),
            Keys.plan("3".repeat(32)));
    // It has expired, and one of them does not even have a time.
    var damaged = ByteBuffer.allocate(Long.BYTES + DAMAGED.length).putLong(0).put(DAMAGED).array();
    unreadable.forEach(key -> put(key, damaged));
    put(unreadable.get(1), DAMAGED);

    var sweep = new ExpirySweep(database, new StripedLocks());
    for (int turn = 0; turn < SWEEP_TURNS; turn++) {
      sweep.turn(NOW.plusSeconds(1));
    }

    assertThat(entities.findEntity(expired.taskId())).isEmpty();
    unreadable.forEach(key -> assertThat(database.get(key)).isPresent());
  }

  private static ClaimId claim(String digit) {
    return new ClaimId(digit.repeat(16));
  }

  private LambdaRegistry lambdas() {
    return new LambdaRegistry(new EmbeddedRows<>(database, Records.LAMBDAS));
  }

  private GateRegistry gates() {
    return new GateRegistry(new EmbeddedRows<>(database, Records.GATES));
  }

  private static TaskHeader header(String id) {
    return new TaskHeader(
        new TaskId(id),
        LAMBDA,
        new Priority("normal"),
        null,
        0,
        NOW,
        NOW,
        NOW.plus(Duration.ofDays(1)),
        null);
  }

  private static byte[] withState(byte[] record, int state) {
    var text = new String(record, StandardCharsets.ISO_8859_1);
    var tag = text.indexOf((char) 0x18);
    assertThat(tag).isPositive();
    record[tag + 1] = (byte) state;
    return record;
  }

  private void put(byte[] key, byte[] value) {
    database.awaitDurable(database.put(key, value));
  }
}
