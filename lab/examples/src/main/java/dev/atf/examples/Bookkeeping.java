package dev.atf.examples;

import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.fence.FencingToken;
import dev.atf.executor.fence.SqlFence;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Prevents a paused machine from writing after its successor. The framework may presume such an
 * attempt dead and start another one. The transaction of the earlier attempt then cannot commit
 * after that of the later attempt.
 */
public final class Bookkeeping implements TaskHandler<Bookkeeping.Entry> {
  public static final String LAMBDA = "book";

  private final DataSource database;

  public Bookkeeping(DataSource database) {
    this.database = database;
  }

  /** Payload of a task. */
  public record Entry(int account, int balance) {}

  @Override
  public Outcome handle(Entry entry, TaskContext context) throws SQLException {
    write(entry, FencingToken.of(context));
    return Outcome.success();
  }

  void write(Entry entry, FencingToken token) throws SQLException {
    try (var connection = database.getConnection()) {
      connection.setAutoCommit(false);
      SqlFence.pass(connection, token);
      try (var update =
          connection.prepareStatement("UPDATE account SET balance = ? WHERE id = ?")) {
        update.setInt(1, entry.balance());
        update.setInt(2, entry.account());
        update.executeUpdate();
      }
      connection.commit();
    }
  }
}
