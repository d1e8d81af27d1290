package dev.atf.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.atf.lab.postgres.PostgresPrograms;
import dev.atf.lab.postgres.PostgresServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** A fresh PostgreSQL and a pool of connections to it, for one contender. */
final class Database implements AutoCloseable {
  /** Enough for 32 clients, 16 handlers and a library's own threads. */
  private static final int CONNECTIONS_MAX = 32;

  private final PostgresServer server;
  private final HikariDataSource pool;

  private Database(PostgresServer server, HikariDataSource pool) {
    this.server = server;
    this.pool = pool;
  }

  /**
   * @param directory for the server's data
   */
  static Database start(PostgresPrograms programs, Path directory) {
    var server = PostgresServer.start(programs, directory);
    try {
      var config = new HikariConfig();
      config.setJdbcUrl(server.url());
      config.setUsername(PostgresServer.USER);
      config.setPassword(server.password());
      config.setMaximumPoolSize(CONNECTIONS_MAX);
      return new Database(server, new HikariDataSource(config));
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  DataSource pool() {
    return pool;
  }

  /** Runs the script that the stream holds, and closes the stream. */
  void run(InputStream script) {
    try (script;
        var connection = pool.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException("the tables could not be made", e);
    }
  }

  /** Returns the CPU time of the server, without the pool, which is part of this process. */
  Duration serverCpu() {
    return server.cpu();
  }

  @Override
  public void close() {
    try {
      pool.close();
    } finally {
      server.close();
    }
  }
}
