package dev.atf.peers;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.quartz.utils.ConnectionProvider;

/** Pool for Quartz that is opened and closed elsewhere. */
record PooledConnections(DataSource pool) implements ConnectionProvider {
  @Override
  public Connection getConnection() throws SQLException {
    return pool.getConnection();
  }

  @Override
  public void initialize() {}

  @Override
  public void shutdown() {}
}
