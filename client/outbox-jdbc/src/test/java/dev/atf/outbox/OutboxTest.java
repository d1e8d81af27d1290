package dev.atf.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.client.TaskSpec;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how tasks are written; {@link OutboxRelayTest} tests how they are scheduled. */
final class OutboxTest {
  private final Outbox outbox = new Outbox();
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

  @Test
  void oneKeyIsOneTask() throws SQLException {
    var keyed = TaskSpec.of("ship").idempotencyKey("order-17");

    assertThat(database.commit(outbox, keyed)).isEqualTo(database.commit(outbox, keyed));
    assertThat(database.commit(outbox, TaskSpec.of("ship")))
        .isNotEqualTo(database.commit(outbox, TaskSpec.of("ship")));
  }

  static Stream<TaskSpec> invalid() {
    return Stream.of(
        TaskSpec.of("Ship!"),
        TaskSpec.of("ship").priority("?"),
        TaskSpec.of("ship").collection("-"),
        TaskSpec.of("ship").idempotencyKey(""),
        TaskSpec.of("ship").orderingKey("x".repeat(129)),
        TaskSpec.of("ship").fairnessKey("\n"),
        TaskSpec.ofBytes("ship", new byte[400_000], "text/plain"),
        TaskSpec.of("ship", new Object()));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void invalidTasksAreRefusedBeforeTheyAreWritten(TaskSpec task) throws SQLException {
    assertThatThrownBy(() -> database.commit(outbox, task))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(database.rows()).isZero();
  }

  @Test
  void withoutATransactionNothingIsWritten() throws SQLException {
    try (var connection = database.source().getConnection()) {
      assertThatThrownBy(() -> outbox.add(connection, TaskSpec.of("ship")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("auto-commit: on");
    }

    assertThat(database.rows()).isZero();
  }

  @Test
  void missingTablesAreReportedWithTheRemedy() throws SQLException {
    database.execute("DROP TABLE atf_outbox");

    assertThatThrownBy(() -> database.commit(outbox, TaskSpec.of("ship")))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Outbox.createTables");
  }

  @Test
  void tablesMayHaveAnotherNameAndSchema() throws SQLException {
    database.execute("CREATE SCHEMA app");
    var named = new Outbox(new ObjectMapper(), "app.tasks");

    try (var connection = database.source().getConnection()) {
      named.createTables(connection);
      named.createTables(connection);
    }

    assertThat(database.commit(named, TaskSpec.of("ship"))).hasSize(32);
    assertThat(database.query("SELECT COUNT(*) FROM app.tasks")).isEqualTo("1");
    assertThat(database.query("SELECT COUNT(*) FROM app.tasks_lease")).isEqualTo("0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "x;", "a.b.c", "1a", "\"quoted\""})
  void namesThatAreNoNamesAreRefused(String name) {
    assertThatThrownBy(() -> new Outbox(new ObjectMapper(), name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("table: " + name);
  }
}
