package dev.atf.executor.fence;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Fences the transactions of a SQL database: of the attempts of one task, no attempt commits after
 * a later one has.
 *
 * <p>It needs one table. The row of the task is locked from {@link #pass} to the end of the
 * transaction, so that the whole transaction is fenced, for every table.
 *
 * <pre>{@code
 * CREATE TABLE atf_fence (task_id VARCHAR(64) PRIMARY KEY, token BIGINT NOT NULL)
 * }</pre>
 */
public final class SqlFence {
  private static final String RAISE =
      "UPDATE atf_fence SET token = ? WHERE task_id = ? AND token <= ?";
  private static final String BEGIN = "INSERT INTO atf_fence (task_id, token) VALUES (?, ?)";

  private SqlFence() {}

  /**
   * Lets the transaction of this connection continue if no later attempt has passed. From its
   * commit on, earlier attempts are refused. Call it before the writes. One attempt may pass any
   * number of times.
   *
   * @param connection connection that is not in auto-commit mode, because a fence would have no
   *     effect in that mode
   * @throws StaleAttemptException if a later attempt has passed and committed; roll back
   */
  public static void pass(Connection connection, FencingToken token) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException("auto-commit: on (expected: off, a transaction)");
    }
    if (!raised(connection, token) && !begun(connection, token) && !raised(connection, token)) {
      throw new StaleAttemptException(token);
    }
  }

  private static boolean raised(Connection connection, FencingToken token) throws SQLException {
    try (var update = connection.prepareStatement(RAISE)) {
      update.setLong(1, token.number());
      update.setString(2, token.taskId());
      update.setLong(3, token.number());
      return update.executeUpdate() == 1;
    }
  }

  /**
   * Inserts the task's row.
   *
   * @return false if another attempt has inserted it
   */
  private static boolean begun(Connection connection, FencingToken token) throws SQLException {
    // In some databases a failed statement aborts the whole transaction, except back to a
    // savepoint.
    var before = connection.setSavepoint();
    try (var insert = connection.prepareStatement(BEGIN)) {
      insert.setString(1, token.taskId());
      insert.setLong(2, token.number());
      insert.executeUpdate();
      return true;
    } catch (SQLException e) {
      if (!isIntegrityViolation(e)) {
        throw e;
      }
      connection.rollback(before);
      return false;
    }
  }

  private static boolean isIntegrityViolation(SQLException error) {
    return error.getSQLState() != null && error.getSQLState().startsWith("23");
  }
}
