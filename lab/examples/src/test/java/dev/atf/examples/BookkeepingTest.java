package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.client.TaskSpec;
import dev.atf.examples.Bookkeeping.Entry;
import dev.atf.executor.fence.FencingToken;
import dev.atf.executor.fence.StaleAttemptException;
import dev.atf.testkit.AtfExtension;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class BookkeepingTest {
  private final JdbcDataSource database = new JdbcDataSource();
  private final Bookkeeping bookkeeping = new Bookkeeping(database);

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(worker -> worker.handle(Bookkeeping.LAMBDA, Entry.class, bookkeeping));

  @BeforeEach
  void createTables() throws SQLException {
    database.setUrl("jdbc:h2:mem:books;DB_CLOSE_DELAY=-1");
    execute("DROP ALL OBJECTS");
    execute("CREATE TABLE atf_fence (task_id VARCHAR(64) PRIMARY KEY, token BIGINT NOT NULL)");
    execute("CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)");
    execute("INSERT INTO account VALUES (1, 0)");
  }

  private void execute(String sql) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private int balance() throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT balance FROM account WHERE id = 1")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Test
  void anAttemptThatWakesUpTooLateWritesNothing() throws Exception {
    var scheduled = atf.client().schedule(TaskSpec.of(Bookkeeping.LAMBDA, new Entry(1, 100)));
    var task = atf.runUntilFinished(scheduled.taskId());
    assertThat(task).hasSucceeded();

    // Suppose that this execution was presumed dead, and its successor has written since.
    var later = new FencingToken(task.taskId(), task.task().getEpoch() + 1);
    bookkeeping.write(new Entry(1, 200), later);

    var stale = new FencingToken(task.taskId(), task.task().getEpoch());
    assertThatThrownBy(() -> bookkeeping.write(new Entry(1, 100), stale))
        .isInstanceOf(StaleAttemptException.class);
    assertThat(balance()).isEqualTo(200);
  }
}
