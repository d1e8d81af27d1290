package dev.atf.executor.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests on a real database that of two attempts of a task the earlier does not write after the
 * later.
 */
final class SqlFenceTest {
  private static final FencingToken EARLIER = new FencingToken("t", 1);
  private static final FencingToken LATER = new FencingToken("t", 2);

  // Keeps the database of this test alive, which ends with its last connection.
  private Connection keeper = open();

  @BeforeEach
  void createTables() throws SQLException {
    try (var statement = keeper.createStatement()) {
      statement.execute("DROP ALL OBJECTS");
      statement.execute(
          "CREATE TABLE atf_fence (task_id VARCHAR(64) PRIMARY KEY, token BIGINT NOT NULL)");
      statement.execute("CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)");
      statement.execute("INSERT INTO account VALUES (1, 0)");
    }
  }

  @AfterEach
  void close() throws SQLException {
    keeper.close();
  }

  private static Connection open() {
    try {
      return DriverManager.getConnection("jdbc:h2:mem:fence;LOCK_TIMEOUT=30000");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes as a handler would. */
  private static void setBalance(FencingToken token, int balance, Runnable beforeCommit)
      throws SQLException {
    try (var connection = open()) {
      connection.setAutoCommit(false);
      SqlFence.pass(connection, token);
      try (var update =
          connection.prepareStatement("UPDATE account SET balance = ? WHERE id = 1")) {
        update.setInt(1, balance);
        update.executeUpdate();
      }
      beforeCommit.run();
      connection.commit();
    }
  }

  private static void setBalance(FencingToken token, int balance) throws SQLException {
    setBalance(token, balance, () -> {});
  }

  private int balance() throws SQLException {
    try (var statement = keeper.createStatement();
        var rows = statement.executeQuery("SELECT balance FROM account")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Test
  void aStaleAttemptsWriteIsRefused() throws SQLException {
    setBalance(EARLIER, 10);
    setBalance(LATER, 20);

    assertThatThrownBy(() -> setBalance(EARLIER, 11))
        .isInstanceOf(StaleAttemptException.class)
        .hasMessageContaining("later than token 1");
    assertThat(balance()).isEqualTo(20);
  }

  @Test
  void aStaleAttemptThatNeverWroteBeforeIsRefusedToo() throws SQLException {
    setBalance(LATER, 20);

    assertThatThrownBy(() -> setBalance(EARLIER, 11)).isInstanceOf(StaleAttemptException.class);
    assertThat(balance()).isEqualTo(20);
  }

  @Test
  void anAttemptMayWriteAgain() throws SQLException {
    setBalance(LATER, 20);
    setBalance(LATER, 21);

    assertThat(balance()).isEqualTo(21);
  }

  @Test
  void rolledBackTokenDoesNotFenceOthers() throws SQLException {
    try (var connection = open()) {
      connection.setAutoCommit(false);
      SqlFence.pass(connection, LATER);
      connection.rollback();
    }

    setBalance(EARLIER, 10);

    assertThat(balance()).isEqualTo(10);
  }

  @Test
  void doesNotFenceOtherTasks() throws SQLException {
    setBalance(LATER, 20);
    setBalance(new FencingToken("other", 1), 30);

    assertThat(balance()).isEqualTo(30);
  }

  @Test
  void aStaleAttemptWaitsForTheLaterOnesCommitAndIsRefusedThen() throws Exception {
    setBalance(EARLIER, 10);

    assertAStaleOneIsRefusedBesideALaterOne();
  }

  /**
   * The row is not visible to others yet: the stale attempt meets the uncommitted row at its
   * insert.
   */
  @Test
  void staleWriterDoesNotWinAgainstAConcurrentNewerOne() throws Exception {
    assertAStaleOneIsRefusedBesideALaterOne();
  }

  private void assertAStaleOneIsRefusedBesideALaterOne() throws Exception {
    var written = new CountDownLatch(1);
    var commit = new CountDownLatch(1);
    var later =
        CompletableFuture.runAsync(
            () ->
                unchecked(
                    () ->
                        setBalance(
                            LATER,
                            20,
                            () -> {
                              written.countDown();
                              awaitQuietly(commit);
                            })));
    written.await();

    var stale = CompletableFuture.runAsync(() -> unchecked(() -> setBalance(EARLIER, 11)));
    commit.countDown();
    later.get();

    assertThatThrownBy(stale::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(StaleAttemptException.class);
    assertThat(balance()).isEqualTo(20);
  }

  @Test
  void withoutATransactionAFenceWouldProtectNothing() {
    assertThatThrownBy(() -> SqlFence.pass(keeper, EARLIER))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("auto-commit: on");
  }

  @FunctionalInterface
  private interface SqlWork {
    void run() throws SQLException;
  }

  private static void unchecked(SqlWork work) {
    try {
      work.run();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
