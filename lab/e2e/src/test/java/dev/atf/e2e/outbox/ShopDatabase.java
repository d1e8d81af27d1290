package dev.atf.e2e.outbox;

import dev.atf.client.TaskSpec;
import dev.atf.lab.postgres.PostgresPrograms;
import dev.atf.lab.postgres.PostgresServer;
import dev.atf.outbox.Outbox;
import dev.atf.runtime.config.ConfigException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.opentest4j.TestAbortedException;
import org.postgresql.ds.PGSimpleDataSource;

/** Orders of a shop in PostgreSQL, each with a task in the same transaction. */
final class ShopDatabase {
  static final String LAMBDA = "ship";
  static final int ACCOUNTS = 8;

  /** Label of all tasks. */
  static final Map<String, String> LABELS = Map.of("shop", "books");

  /** Accounts from this number on have no ordering key. */
  static final int UNORDERED = 4;

  private static final String URL = "SHOP_URL";
  private static final String PASSWORD = "SHOP_PASSWORD";

  /**
   * @param number random, so that no two orders have the same
   */
  record Order(long number, int account) {}

  private final PGSimpleDataSource source = new PGSimpleDataSource();
  private final Outbox outbox = new Outbox();

  private ShopDatabase(String url, String password, String application) {
    source.setUrl(url);
    source.setUser(PostgresServer.USER);
    source.setPassword(password);
    source.setApplicationName(application);
  }

  static ShopDatabase of(PostgresServer server) {
    return new ShopDatabase(server.url(), server.password(), "test");
  }

  /** Returns the settings of a process that calls {@link #ofEnvironment}. */
  static Map<String, String> environment(PostgresServer server) {
    return Map.of(URL, server.url(), PASSWORD, server.password());
  }

  static ShopDatabase ofEnvironment(String application) {
    return new ShopDatabase(System.getenv(URL), System.getenv(PASSWORD), application);
  }

  /**
   * Returns the PostgreSQL of this machine.
   *
   * @throws TestAbortedException if there is none; the test is skipped with the reason
   */
  static PostgresPrograms installedOrSkip() {
    try {
      return PostgresPrograms.find(Optional.empty());
    } catch (ConfigException e) {
      System.err.println("SKIPPED: " + e.getMessage());
      throw new TestAbortedException(e.getMessage(), e);
    }
  }

  DataSource source() {
    return source;
  }

  void createTables() throws SQLException {
    try (var connection = source.getConnection();
        var statement = connection.createStatement()) {
      outbox.createTables(connection);
      outbox.createTables(connection);
      statement.execute(
          """
          CREATE TABLE orders (
            id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            number BIGINT NOT NULL,
            account INT NOT NULL)""");
    }
  }

  /** Writes an order and its task. */
  void place(Connection connection, Order order) throws SQLException {
    try (var insert =
        connection.prepareStatement("INSERT INTO orders (number, account) VALUES (?, ?)")) {
      insert.setLong(1, order.number());
      insert.setInt(2, order.account());
      insert.executeUpdate();
    }
    var task = TaskSpec.of(LAMBDA, order).labels(LABELS);
    var unused =
        outbox.add(
            connection,
            order.account() < UNORDERED ? task.orderingKey("account-" + order.account()) : task);
  }

  /** Returns the number of committed orders whose rows were deleted. */
  long delivered() {
    return count("SELECT (SELECT COUNT(*) FROM orders) - (SELECT COUNT(*) FROM atf_outbox)");
  }

  /** Returns the number of rows, and of connections that may still commit others. */
  long unfinished(String application) {
    return count(
        """
        SELECT (SELECT COUNT(*) FROM atf_outbox)
          + (SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = '%s')"""
            .formatted(application));
  }

  private long count(String sql) {
    try (var connection = source.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns all committed orders in their order. */
  List<Order> orders() throws SQLException {
    try (var connection = source.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT number, account FROM orders ORDER BY id")) {
      var orders = new ArrayList<Order>();
      while (rows.next()) {
        orders.add(new Order(rows.getLong(1), rows.getInt(2)));
      }
      return orders;
    }
  }
}
