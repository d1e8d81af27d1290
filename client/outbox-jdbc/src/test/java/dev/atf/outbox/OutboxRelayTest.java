package dev.atf.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.client.AtfClient;
import dev.atf.client.AtfException;
import dev.atf.client.BatchOutcome;
import dev.atf.client.TaskSpec;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleBatchResponse;
import dev.atf.protocol.v1.TaskServiceGrpc;
import dev.atf.testkit.AtfExtension;
import io.grpc.InsecureServerCredentials;
import io.grpc.Status;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.StreamObserver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests relays on a database in memory and the services of the test kit. */
final class OutboxRelayTest {
  record Order(int number) {}

  @RegisterExtension final AtfExtension atf = AtfExtension.withLambdas("ship", "mail");

  private final Outbox outbox = new Outbox();

  /** Idempotency keys of each call to ATF. */
  private final List<List<String>> calls = new ArrayList<>();

  private final List<String> refused = new ArrayList<>();
  private TestDatabase database;

  @BeforeEach
  void open() throws SQLException {
    database = new TestDatabase();
    try (var connection = database.source().getConnection()) {
      outbox.createTables(connection);
    }
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  private List<BatchOutcome> schedule(List<TaskSpec> tasks) {
    var json = new ObjectMapper();
    calls.add(tasks.stream().map(task -> task.toRequest(json).getIdempotencyKey()).toList());
    return atf.client().scheduleBatch(tasks);
  }

  private OutboxRelay.Builder relay(Function<List<TaskSpec>, List<BatchOutcome>> calling) {
    return new OutboxRelay.Builder(database.source(), calling)
        .listener(
            new OutboxListener() {
              @Override
              public void refused(String lambda, String failure) {
                refused.add(lambda + ": " + failure);
              }
            });
  }

  private OutboxRelay relay() {
    return relay(this::schedule).build();
  }

  private void commit(TaskSpec task) throws SQLException {
    var unused = database.commit(outbox, task);
  }

  private static void drain(OutboxRelay relay) throws SQLException {
    boolean more = true;
    while (more) {
      more = relay.round();
    }
  }

  /** Works until the table is empty; at first another relay may have the lease. */
  private void awaitEmpty(OutboxRelay relay) {
    await("an empty table")
        .until(
            () -> {
              drain(relay);
              return database.rows() == 0;
            });
  }

  @Test
  @Tag("OB1")
  void committedTaskIsScheduledAndRolledBackOneIsNot() throws SQLException {
    try (var connection = database.begin()) {
      var committed = outbox.add(connection, TaskSpec.of("ship", new Order(17)));
      connection.commit();
      assertThat(outbox.add(connection, TaskSpec.of("ship", new Order(18)))).isNotEmpty();
      connection.rollback();

      drain(relay());

      var task = atf.onlyTask("ship");
      assertThat(task.taskId()).isEqualTo(committed);
      assertThat(task.payloadAs(Order.class)).isEqualTo(new Order(17));
    }
    assertThat(database.rows()).isZero();
  }

  @Test
  @Tag("OB1")
  void rowThatIsCommittedAfterALaterOneIsNotLost() throws SQLException {
    var relay = relay();
    try (var slow = database.begin()) {
      var first = outbox.add(slow, TaskSpec.of("ship"));
      var second = database.commit(outbox, TaskSpec.of("ship"));
      drain(relay);
      assertThat(atf.onlyTask("ship").taskId()).isEqualTo(second);

      slow.commit();
      drain(relay);

      assertThat(atf.task(first).isFinished()).isFalse();
    }
    assertThat(atf.tasks("ship")).hasSize(2);
  }

  @Test
  @Tag("OB1")
  void relayThatDiesBeforeItsDeletionLeavesOneTask() throws SQLException {
    var taskId = database.commit(outbox, TaskSpec.of("ship"));
    var dying =
        relay(
                tasks -> {
                  assertThat(schedule(tasks)).hasSize(1);
                  throw new IllegalStateException("it dies here");
                })
            .lease(Duration.ofMillis(1))
            .build();
    assertThatThrownBy(dying::round).hasMessage("it dies here");
    assertThat(database.rows()).isOne();

    awaitEmpty(relay());

    assertThat(calls).hasSize(2);
    assertThat(atf.onlyTask("ship").taskId()).isEqualTo(taskId);
  }

  @Test
  @Tag("OB2")
  void rowsOfOneKeyAreScheduledOneAfterTheOther() throws SQLException {
    commit(TaskSpec.of("ship").orderingKey("a").idempotencyKey("1"));
    commit(TaskSpec.of("ship").idempotencyKey("2"));
    commit(TaskSpec.of("mail").orderingKey("a").idempotencyKey("3"));
    commit(TaskSpec.of("ship").orderingKey("a").idempotencyKey("4"));
    commit(TaskSpec.of("ship").orderingKey("b").idempotencyKey("5"));

    drain(relay());

    assertThat(calls).containsExactly(List.of("1", "2", "5"), List.of("3"), List.of("4"));
    assertThat(database.rows()).isZero();
  }

  @Test
  @Tag("OB2")
  void pausedHolderOfTheLeaseChangesNothingBesideItsSuccessor() throws SQLException {
    for (var key : List.of("1", "2", "3")) {
      commit(TaskSpec.of("ship").orderingKey("a").idempotencyKey(key));
    }
    var successor = relay();
    var paused =
        relay(
                tasks -> {
                  awaitEmpty(successor);
                  return schedule(tasks);
                })
            .lease(Duration.ofMillis(1))
            .build();

    assertThat(paused.round()).as("whether it still has the lease").isFalse();

    assertThat(calls).containsExactly(List.of("1"), List.of("2"), List.of("3"), List.of("1"));
    assertThat(atf.tasks("ship")).hasSize(3);
  }

  @Test
  @Tag("OB3")
  void refusedRowStopsOnlyItsOrderingKeyUntilItIsAccepted() throws SQLException {
    commit(TaskSpec.of("absent").orderingKey("a").idempotencyKey("1"));
    commit(TaskSpec.of("ship").orderingKey("a").idempotencyKey("2"));
    commit(TaskSpec.of("ship").orderingKey("b").idempotencyKey("3"));
    var relay = relay();

    drain(relay);
    endPauses();
    drain(relay);

    assertThat(calls).containsExactly(List.of("1"), List.of("3"), List.of("1"));
    assertThat(refused).singleElement().asString().startsWith("absent: NOT_FOUND: lambda absent");
    assertThat(database.query("SELECT attempts FROM atf_outbox WHERE failure IS NOT NULL"))
        .isEqualTo("2");

    assertThat(atf.client().registerLambda(Lambda.newBuilder().setName("absent").build()))
        .isNotNull();
    endPauses();
    drain(relay);

    assertThat(calls.subList(3, 5)).containsExactly(List.of("1"), List.of("2"));
    assertThat(database.rows()).isZero();
  }

  @Test
  @Tag("OB3")
  void damagedRowIsRefusedLikeAnyOther() throws SQLException {
    commit(TaskSpec.of("ship").orderingKey("a"));
    database.execute("UPDATE atf_outbox SET request = X'FF'");
    commit(TaskSpec.of("ship").orderingKey("b"));

    drain(relay());

    assertThat(refused).hasSize(1);
    assertThat(database.query("SELECT ordering_key FROM atf_outbox")).isEqualTo("a");
  }

  private void endPauses() throws SQLException {
    database.execute("UPDATE atf_outbox SET retry_at = 0");
  }

  @Test
  void rowsStayAsTheyAreWhileAtfIsAway() throws SQLException {
    commit(TaskSpec.of("ship"));

    try (var nobody = AtfClient.builder("http://127.0.0.1:1").triesMax(1).build()) {
      var relay = relay(nobody::scheduleBatch).build();

      assertThatThrownBy(relay::round)
          .isInstanceOfSatisfying(
              AtfException.class, e -> assertThat(e.code()).isEqualTo(Status.Code.UNAVAILABLE));
    }

    assertThat(database.query("SELECT attempts + retry_at FROM atf_outbox")).isEqualTo("0");
  }

  @Test
  void rowThatAtfCannotAcceptAtTheMomentHasAPauseAndIsNotRefused() throws Exception {
    commit(TaskSpec.of("ship"));
    var server =
        OkHttpServerBuilder.forPort(0, InsecureServerCredentials.create())
            .addService(new BusyFrontend())
            .build()
            .start();

    try (var client =
        AtfClient.builder("http://127.0.0.1:" + server.getPort()).triesMax(1).build()) {
      drain(relay(client::scheduleBatch).build());
    } finally {
      server.shutdownNow();
    }

    assertThat(database.query("SELECT attempts FROM atf_outbox WHERE retry_at > created_at"))
        .isEqualTo("1");
    assertThat(database.query("SELECT failure FROM atf_outbox")).isEqualTo("null");
    assertThat(refused).isEmpty();
  }

  private static final class BusyFrontend extends TaskServiceGrpc.TaskServiceImplBase {
    @Override
    public void scheduleBatch(
        ScheduleBatchRequest request, StreamObserver<ScheduleBatchResponse> reply) {
      reply.onError(RpcErrors.of(ErrorReason.OVERLOADED, "busy"));
    }
  }

  @Test
  void oneRelayWorksAtATimeAndTheNextBeginsWhenItCloses() throws SQLException {
    var next = relay();
    try (var first = relay(this::schedule).pollInterval(Duration.ofMillis(10)).start()) {
      commit(TaskSpec.of("ship"));
      await("the first relay").until(() -> database.rows() == 0);
      first.wake();
      assertThat(next.round()).isFalse();
    }

    commit(TaskSpec.of("ship"));

    assertThat(next.round()).isTrue();
    assertThat(database.rows()).isZero();
  }

  @Test
  void wakeReadsTheTableBeforeTheNextPoll() throws SQLException {
    try (var relay = relay(this::schedule).pollInterval(Duration.ofHours(1)).start()) {
      commit(TaskSpec.of("ship"));
      relay.wake();
      await("the first task").until(() -> database.rows() == 0);

      commit(TaskSpec.of("ship"));
      relay.wake();
      await("the second task").until(() -> database.rows() == 0);
    }

    assertThat(atf.tasks("ship")).hasSize(2);
  }

  @Test
  void everyRelayReportsWhatWaits() throws Exception {
    commit(TaskSpec.of("absent"));
    drain(relay());
    database.execute("UPDATE atf_outbox SET created_at = created_at - 60000");
    var reported = new CompletableFuture<String>();
    var listener =
        new OutboxListener() {
          @Override
          public void waiting(long rows, long refused, Duration oldest) {
            reported.complete(
                "rows %d, refused %d, %d min".formatted(rows, refused, oldest.toMinutes()));
          }
        };

    try (var standby =
        new OutboxRelay.Builder(database.source(), this::schedule).listener(listener).start()) {
      standby.wake();
      assertThat(reported.get()).isEqualTo("rows 1, refused 1, 1 min");
    }
  }

  @Test
  void missingTablesAreReportedWithTheRemedy() throws SQLException {
    database.execute("DROP ALL OBJECTS");

    assertThatThrownBy(() -> relay().round())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Outbox.createTables");
  }
}
