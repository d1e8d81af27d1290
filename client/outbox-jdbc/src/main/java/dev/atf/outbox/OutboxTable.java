package dev.atf.outbox;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.atf.protocol.v1.ScheduleRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The table of an outbox, and the table of its relays' lease. All times are those of the database's
 * clock.
 *
 * @param name name of the first table, possibly with a schema. The second one has the same name,
 *     and {@code _lease} at its end
 */
record OutboxTable(String name) {
  static final String DEFAULT_NAME = "atf_outbox";

  private static final Pattern NAME = Pattern.compile("(\\w+\\.)?[A-Za-z_]\\w*");
  private static final int FAILURE_CHARS_MAX = 1000;

  /** Rows that a driver fetches at a time if it can: a row may have some 100 KB. */
  private static final int FETCHED_ROWS = 20;

  /** Limit on the requests that are read together. A frontend accepts messages of 16 MB. */
  private static final int READ_BYTES_MAX = 2 * 1024 * 1024;

  OutboxTable {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "table: " + name + " (expected: letters, digits and _, after a schema and a dot or not)");
    }
  }

  /**
   * Task that waits.
   *
   * @param orderingKey key of the task; empty if it has none
   * @param attempts number of times that ATF refused it, or could not accept it
   * @param isRefused whether ATF refused it at the last attempt
   */
  record Row(
      long id, String orderingKey, ScheduleRequest request, int attempts, boolean isRefused) {
    String lambda() {
      return request.getLambda();
    }
  }

  /**
   * What waits in the table.
   *
   * @param oldest age of the oldest row; zero if there is no row
   */
  record Backlog(long rows, long refused, Duration oldest) {}

  /** Databases, and what differs between them. */
  private enum Dialect {
    POSTGRESQL("postgresql.sql", "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)"),
    MYSQL("mysql.sql", "CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)"),
    H2("h2.sql", POSTGRESQL.now);

    private final String script;

    /** Milliseconds since 1970 by the database's clock. */
    private final String now;

    Dialect(String script, String now) {
      this.script = script;
      this.now = now;
    }

    static Dialect of(Connection connection) throws SQLException {
      var product = connection.getMetaData().getDatabaseProductName();
      return switch (product) {
        case "PostgreSQL" -> POSTGRESQL;
        case "MySQL", "MariaDB" -> MYSQL;
        case "H2" -> H2;
        default ->
            throw new IllegalStateException(
                "database: " + product + " (expected: PostgreSQL, MySQL, MariaDB or H2)");
      };
    }
  }

  /** Creates the tables that are missing. */
  void create(Connection connection) throws SQLException {
    var script = "/dev/atf/outbox/" + Dialect.of(connection).script;
    try (var in = Objects.requireNonNull(OutboxTable.class.getResourceAsStream(script), script);
        var create = connection.createStatement()) {
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (var statement : text.strip().split(";", -1)) {
        if (!statement.isBlank()) {
          create.execute(statement.replace(DEFAULT_NAME, name));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void add(Connection connection, ScheduleRequest request) throws SQLException {
    var key = request.getOrderingKey();
    try (var insert =
        connection.prepareStatement(
            "INSERT INTO %s (lambda, ordering_key, idempotency_key, request) VALUES (?, ?, ?, ?)"
                .formatted(name))) {
      insert.setString(1, request.getLambda());
      insert.setString(2, key.isEmpty() ? null : key);
      insert.setString(3, request.getIdempotencyKey());
      insert.setBytes(4, request.toByteArray());
      insert.executeUpdate();
    } catch (SQLException e) {
      throw explained(e);
    }
  }

  /**
   * Takes the lease, or renews it.
   *
   * @return false if another relay has it
   */
  boolean hold(Connection connection, String holder, Duration lease) throws SQLException {
    if (renewed(connection, holder, lease)) {
      return true;
    }
    try (var select =
            connection.prepareStatement("SELECT id FROM %s_lease WHERE id = 1".formatted(name));
        var rows = select.executeQuery()) {
      if (rows.next()) {
        return false;
      }
    }
    try (var insert =
        connection.prepareStatement(
            "INSERT INTO %s_lease (id, holder, expires_at) VALUES (1, ?, 0)".formatted(name))) {
      // Of two relays that insert the row, one fails, and tries again.
      insert.setString(1, holder);
      insert.executeUpdate();
    }
    return renewed(connection, holder, lease);
  }

  private boolean renewed(Connection connection, String holder, Duration lease)
      throws SQLException {
    var now = Dialect.of(connection).now;
    try (var update =
        connection.prepareStatement(
            """
            UPDATE %s_lease SET holder = ?, expires_at = %s + ?
            WHERE id = 1 AND (holder = ? OR expires_at <= %s)"""
                .formatted(name, now, now))) {
      update.setString(1, holder);
      update.setLong(2, lease.toMillis());
      update.setString(3, holder);
      return update.executeUpdate() == 1;
    }
  }

  /** Ends the lease if this relay has it. */
  boolean release(Connection connection, String holder) throws SQLException {
    try (var update =
        connection.prepareStatement(
            "UPDATE %s_lease SET expires_at = 0 WHERE id = 1 AND holder = ?".formatted(name))) {
      update.setString(1, holder);
      return update.executeUpdate() == 1;
    }
  }

  /**
   * Reads the first rows that may be scheduled: their pause is over, and no earlier row of their
   * key is in a pause. It remembers no position, because a transaction may commit after another one
   * that has got a later id.
   */
  List<Row> read(Connection connection, int max) throws SQLException {
    var now = Dialect.of(connection).now;
    try (var select =
        connection.prepareStatement(
            """
            SELECT o.id, o.ordering_key, o.request, o.attempts, o.failure FROM %s o
            WHERE o.retry_at <= %s AND NOT EXISTS (
              SELECT 1 FROM %s e
              WHERE e.ordering_key = o.ordering_key AND e.id < o.id AND e.retry_at > %s)
            ORDER BY o.id LIMIT ?"""
                .formatted(name, now, name, now))) {
      select.setInt(1, max);
      select.setFetchSize(FETCHED_ROWS);
      var read = new ArrayList<Row>();
      try (var rows = select.executeQuery()) {
        for (long bytes = 0; bytes < READ_BYTES_MAX && rows.next(); ) {
          var request = rows.getBytes(3);
          bytes += request.length;
          read.add(
              new Row(
                  rows.getLong(1),
                  Optional.ofNullable(rows.getString(2)).orElse(""),
                  parsed(request),
                  rows.getInt(4),
                  rows.getString(5) != null));
        }
      }
      return read;
    }
  }

  /**
   * Parses a request. One that somebody has damaged becomes a request without a lambda, which ATF
   * refuses like any other that it cannot accept.
   */
  private static ScheduleRequest parsed(byte[] request) {
    try {
      return ScheduleRequest.parseFrom(request);
    } catch (InvalidProtocolBufferException e) {
      return ScheduleRequest.getDefaultInstance();
    }
  }

  /** Deletes rows; those that another relay has deleted are no error. */
  void delete(Connection connection, List<Row> rows) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    try (var delete = connection.prepareStatement("DELETE FROM %s WHERE id = ?".formatted(name))) {
      for (var row : rows) {
        delete.setLong(1, row.id());
        delete.addBatch();
      }
      delete.executeBatch();
    }
  }

  /**
   * Counts an attempt, and begins a pause of the row and of the later rows of its key.
   *
   * @param failure why ATF refuses the row; empty if it could not accept it at the moment
   */
  void pause(Connection connection, Row row, Duration pause, Optional<String> failure)
      throws SQLException {
    try (var update =
        connection.prepareStatement(
            "UPDATE %s SET attempts = attempts + 1, retry_at = %s + ?, failure = ? WHERE id = ?"
                .formatted(name, Dialect.of(connection).now))) {
      update.setLong(1, pause.toMillis());
      update.setString(2, failure.map(OutboxTable::cut).orElse(null));
      update.setLong(3, row.id());
      update.executeUpdate();
    }
  }

  private static String cut(String failure) {
    return failure.substring(0, Math.min(failure.length(), FAILURE_CHARS_MAX));
  }

  Backlog measure(Connection connection) throws SQLException {
    try (var select =
            connection.prepareStatement(
                "SELECT COUNT(*), COUNT(failure), COALESCE(%s - MIN(created_at), 0) FROM %s"
                    .formatted(Dialect.of(connection).now, name));
        var rows = select.executeQuery()) {
      rows.next();
      return new Backlog(
          rows.getLong(1), rows.getLong(2), Duration.ofMillis(Math.max(0, rows.getLong(3))));
    }
  }

  /** Returns the error of a statement. If a table is missing, the error says how to create it. */
  SQLException explained(SQLException error) {
    var state = String.valueOf(error.getSQLState());
    return state.equals("42P01") || state.startsWith("42S0")
        ? new SQLException(
            "table %s or %s_lease is missing; create both with Outbox.createTables, or with a script of dev/atf/outbox in the jar: %s"
                .formatted(name, name, error.getMessage()),
            error.getSQLState(),
            error)
        : error;
  }
}
