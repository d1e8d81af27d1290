package dev.atf.outbox;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.client.TaskSpec;
import dev.atf.model.CollectionName;
import dev.atf.model.IdempotencyKey;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.check.Limits;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.origin.OrderingKey;
import dev.atf.protocol.v1.ScheduleRequest;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Schedules tasks in transactions of the user's own database. A task is a row of a table until an
 * {@link OutboxRelay}, in this process or another one, has scheduled it. So there is one task if
 * the transaction commits, and none if it rolls back.
 *
 * <pre>{@code
 * connection.setAutoCommit(false);
 * insertOrder(connection, order);
 * outbox.add(connection, TaskSpec.of("ship", order));
 * connection.commit();
 * }</pre>
 *
 * <p>Rows with the same ordering key are scheduled in the order of their ids. Two transactions that
 * add rows of one key at the same time decide that order only if one waits for the other: lock what
 * the key stands for, such as the row of an account, before {@link #add}.
 *
 * <p>It is safe for use by many threads.
 */
public final class Outbox {
  private final ObjectMapper json;
  private final OutboxTable table;
  private final RandomGenerator random = new SecureRandom();

  /** Creates an outbox with the table {@code atf_outbox}. */
  public Outbox() {
    this(new ObjectMapper(), OutboxTable.DEFAULT_NAME);
  }

  /**
   * Creates an outbox.
   *
   * @param json writes payloads
   * @param table name of the table, possibly with a schema
   */
  public Outbox(ObjectMapper json, String table) {
    this.json = json;
    this.table = new OutboxTable(table);
  }

  /**
   * Creates the tables that are missing, such as for a test. MySQL commits the transaction of the
   * connection. For migrations, the jar has the statements as {@code dev/atf/outbox/*.sql}.
   */
  public void createTables(Connection connection) throws SQLException {
    table.create(connection);
  }

  /**
   * Adds a task in the transaction of the connection. A delay counts from the time at which a relay
   * schedules the task.
   *
   * @param connection connection that is not in auto-commit mode
   * @return id of the task, which exists soon after the commit
   * @throws IllegalArgumentException if a field is invalid, or the payload cannot be written
   * @throws SQLException if the row was not written; roll back
   */
  public String add(Connection connection, TaskSpec task) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException("auto-commit: on (expected: off, a transaction)");
    }
    var request = task.toRequest(json);
    if (!request.hasIdempotencyKey()) {
      request = request.toBuilder().setIdempotencyKey(randomKey()).build();
    }
    var taskId = checked(request);
    table.add(connection, request);
    return taskId.value();
  }

  private String randomKey() {
    var key = new byte[16];
    random.nextBytes(key);
    return "outbox-" + HexFormat.of().formatHex(key);
  }

  /**
   * Checks what depends on no setting of the lambda.
   *
   * @return id that the task will have
   */
  private static TaskId checked(ScheduleRequest request) {
    var lambda = new LambdaName(request.getLambda());
    var key = new IdempotencyKey(request.getIdempotencyKey());
    checkIfSet(request.getPriority(), Priority::new);
    checkIfSet(request.getCollection(), CollectionName::new);
    checkIfSet(request.getOrderingKey(), OrderingKey::new);
    checkIfSet(request.getFairnessKey(), FairnessKey::new);
    checkMax("data", request.getData().size(), Limits.PAYLOAD_BYTES_MAX, "bytes");
    checkMax("labels", request.getLabelsCount(), Limits.LABELS_MAX, "labels");
    return TaskId.ofKey(lambda, key);
  }

  private static void checkIfSet(String text, Function<String, ?> rule) {
    if (!text.isEmpty()) {
      var unused = rule.apply(text);
    }
  }

  private static void checkMax(String field, int size, int max, String unit) {
    if (size > max) {
      throw new InvalidFieldException(field, size + " " + unit, "at most " + max + " " + unit);
    }
  }
}
