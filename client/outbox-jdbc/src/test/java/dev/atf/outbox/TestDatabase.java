package dev.atf.outbox;

import dev.atf.client.TaskSpec;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** An empty H2 database in memory. */
final class TestDatabase implements AutoCloseable {
  private final JdbcDataSource source = new JdbcDataSource();

  /** Keeps the database alive, which ends with its last connection. */
  private final Connection keeper;

  TestDatabase() throws SQLException {
    source.setURL("jdbc:h2:mem:outbox;LOCK_TIMEOUT=30000");
    keeper = source.getConnection();
    execute("DROP ALL OBJECTS");
  }

  DataSource source() {
    return source;
  }

  /** Returns a connection in a transaction. */
  Connection begin() throws SQLException {
    var connection = source.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  /** Adds a task in a transaction of its own. */
  String commit(Outbox outbox, TaskSpec task) throws SQLException {
    try (var connection = begin()) {
      var taskId = outbox.add(connection, task);
      connection.commit();
      return taskId;
    }
  }

  void execute(String sql) throws SQLException {
    try (var statement = keeper.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the text of the only row and column of a query. */
  String query(String sql) throws SQLException {
    try (var statement = keeper.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }

  int rows() throws SQLException {
    return Integer.parseInt(query("SELECT COUNT(*) FROM atf_outbox"));
  }

  @Override
  public void close() throws SQLException {
    keeper.close();
  }
}
