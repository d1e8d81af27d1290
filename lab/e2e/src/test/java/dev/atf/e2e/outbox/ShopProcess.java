package dev.atf.e2e.outbox;

import dev.atf.e2e.outbox.ShopDatabase.Order;
import dev.atf.e2e.support.Lasting;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;

/** Process that places orders one after the other, and rolls every fourth back, until it ends. */
public final class ShopProcess {
  static final String APPLICATION = "shop";

  private static final long NUMBER_MAX = 1L << 50;
  private static final Duration BETWEEN = Duration.ofMillis(10);
  private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

  private ShopProcess() {}

  public static void main(String[] args) throws IOException {
    var selling = new Thread(ShopProcess::sell, APPLICATION);
    selling.setDaemon(true);
    selling.start();
    while (System.in.read() >= 0) {
      // Waits until the parent process closes its end of the pipe.
    }
  }

  private static void sell() {
    var database = ShopDatabase.ofEnvironment(APPLICATION);
    var random = new SecureRandom();
    while (true) {
      try (var connection = database.source().getConnection()) {
        connection.setAutoCommit(false);
        while (true) {
          var account = random.nextInt(ShopDatabase.ACCOUNTS);
          database.place(connection, new Order(random.nextLong(NUMBER_MAX), account));
          if (random.nextInt(4) == 0) {
            connection.rollback();
          } else {
            connection.commit();
          }
          Lasting.fromNow().until(BETWEEN);
        }
      } catch (SQLException e) {
        // The database is killed now and then.
        Lasting.fromNow().until(AFTER_FAILURE);
      }
    }
  }
}
