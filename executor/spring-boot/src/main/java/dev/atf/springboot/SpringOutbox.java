package dev.atf.springboot;

import dev.atf.client.TaskSpec;
import dev.atf.outbox.Outbox;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Schedules tasks in Spring's transactions: the task exists if, and only if, the transaction
 * commits.
 *
 * <pre>{@code
 * @Transactional
 * public void order(Order order) {
 *   orders.save(order);
 *   outbox.schedule(TaskSpec.of("ship", order));
 * }
 * }</pre>
 */
public final class SpringOutbox {
  private final Outbox outbox;
  private final DataSource database;
  private final JdbcTemplate jdbc;
  private final Runnable committed;

  /**
   * Creates an outbox.
   *
   * @param committed is called after each commit of a transaction with a task
   */
  SpringOutbox(Outbox outbox, DataSource database, Runnable committed) {
    this.outbox = outbox;
    this.database = database;
    this.jdbc = new JdbcTemplate(database);
    this.committed = committed;
  }

  /**
   * Adds a task in the current transaction. With JTA, which does not bind connections to a
   * transaction before they are used, call {@link Outbox#add}.
   *
   * @return id of the task, which exists soon after the commit
   * @throws IllegalStateException if there is no transaction of the data source
   * @throws IllegalArgumentException if a field is invalid, or the payload cannot be written
   * @throws org.springframework.dao.DataAccessException if the row was not written
   */
  public String schedule(TaskSpec task) {
    // A connection without auto-commit that belongs to no transaction would lose the row.
    if (!TransactionSynchronizationManager.isActualTransactionActive()
        || !TransactionSynchronizationManager.hasResource(database)) {
      throw new IllegalStateException(
          "no transaction of the data source (expected: a call in @Transactional or in a TransactionTemplate)");
    }
    ConnectionCallback<String> add = connection -> outbox.add(connection, task);
    var taskId = Objects.requireNonNull(jdbc.execute(add));
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            committed.run();
          }
        });
    return taskId;
  }
}
