package dev.atf.outbox;

import dev.atf.client.AtfClient;
import dev.atf.client.AtfException;
import dev.atf.client.BatchOutcome;
import dev.atf.client.TaskSpec;
import dev.atf.outbox.OutboxTable.Row;
import dev.atf.protocol.ErrorReason;
import io.grpc.Deadline;
import io.grpc.Status;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Schedules the tasks of an {@link Outbox} and deletes their rows, on a thread of its own.
 *
 * <p>Any number of relays may run for a table. The one that has the lease works; the others wait
 * for the end of the lease. The lease only saves work: if its holder is paused and continues beside
 * its successor, nothing goes wrong.
 *
 * <ul>
 *   <li><b>One task for each row</b>: every row has an idempotency key. A relay that dies between
 *       the answer of ATF and the deletion leaves a row whose key the next relay sends again, and
 *       ATF returns the same task. A deletion of a deleted row has no effect.
 *   <li><b>Order</b>: a relay sends a row only after all earlier rows of its ordering key that it
 *       has read were accepted. Rows that it has not read were accepted by another relay, which has
 *       deleted them.
 * </ul>
 *
 * <p>ATF knows a key for the {@code maxLifetime} and {@code retention} of the lambda (37 days by
 * default) after the time of the task. A row that is older must not be scheduled a second time: if
 * no relay ran for that time, check first whether its task exists.
 */
public final class OutboxRelay implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);

  private static final int ROWS_MAX = 200;
  private static final Duration MEASURE_INTERVAL = Duration.ofSeconds(10);
  private static final Duration FAILURE_PAUSE_MAX = Duration.ofSeconds(30);
  private static final Duration REFUSED_PAUSE_MAX = Duration.ofMinutes(5);
  private static final Duration BUSY_PAUSE_MAX = Duration.ofSeconds(10);
  private static final Duration CLOSE_MAX = Duration.ofSeconds(10);

  /** ATF gave no answer, or does not know this process: no row can be scheduled at the moment. */
  private static final Set<Status.Code> AWAY =
      Set.of(
          Status.Code.UNAVAILABLE,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.CANCELLED,
          Status.Code.UNAUTHENTICATED);

  private final DataSource database;
  private final Function<List<TaskSpec>, List<BatchOutcome>> atf;
  private final OutboxTable table;
  private final Duration pollInterval;
  private final Duration lease;
  private final OutboxListener listener;
  private final String holder;
  private final Thread thread = new Thread(this::run, "atf-outbox-relay");
  private final Semaphore wakes = new Semaphore(0);
  private final CountDownLatch closed = new CountDownLatch(1);
  private Deadline nextMeasurement = Deadline.after(0, TimeUnit.SECONDS);

  private OutboxRelay(Builder builder) {
    this.database = builder.database;
    this.atf = builder.atf;
    this.table = new OutboxTable(builder.table);
    this.pollInterval = builder.pollInterval;
    this.lease = builder.lease;
    this.listener = builder.listener;
    var name = new byte[16];
    new SecureRandom().nextBytes(name);
    this.holder = HexFormat.of().formatHex(name);
    thread.setDaemon(true);
  }

  /**
   * Returns a builder.
   *
   * @param database gives connections, of which the relay uses one at a time, and none while it
   *     calls ATF
   * @param client makes the calls. It stays open
   */
  public static Builder builder(DataSource database, AtfClient client) {
    return new Builder(database, client::scheduleBatch);
  }

  /** Makes the relay read the table now, such as after a commit in this process. */
  public void wake() {
    wakes.release();
  }

  /**
   * Stops, and ends the lease, so that another relay can begin immediately. A batch in progress has
   * 10 s to end. If it takes longer, the next relay repeats it.
   */
  @Override
  public void close() {
    closed.countDown();
    wake();
    try {
      thread.join(CLOSE_MAX.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private void run() {
    int failures = 0;
    try {
      while (!isClosed()) {
        boolean more = false;
        try {
          measure();
          more = round();
          failures = 0;
        } catch (SQLException | RuntimeException e) {
          failures++;
          if (failures == 1 && !isClosed()) {
            log.warn("outbox relay fails table={}; it continues to try", table.name(), e);
          }
        }
        if (!more) {
          pause(failures);
        }
      }
      boolean unused = inTransaction(connection -> table.release(connection, holder));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException | RuntimeException e) {
      log.debug("the lease ends by itself table={}", table.name(), e);
    }
  }

  /** Waits for the next poll; after a failure longer, and not for a wake. */
  private void pause(int failures) throws InterruptedException {
    if (failures == 0) {
      if (wakes.tryAcquire(pollInterval.toMillis(), TimeUnit.MILLISECONDS)) {
        wakes.drainPermits();
      }
    } else {
      var pause = doubled(pollInterval, failures - 1, FAILURE_PAUSE_MAX);
      boolean unused = closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private static Duration doubled(Duration first, int times, Duration max) {
    var doubled = first.multipliedBy(1L << Math.min(times, 20));
    return doubled.compareTo(max) < 0 ? doubled : max;
  }

  private void measure() throws SQLException {
    if (nextMeasurement.isExpired()) {
      nextMeasurement = Deadline.after(MEASURE_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
      var backlog = inTransaction(table::measure);
      listener.waiting(backlog.rows(), backlog.refused(), backlog.oldest());
    }
  }

  /**
   * Takes or renews the lease, and schedules the first rows.
   *
   * @return whether more rows may be ready
   * @throws AtfException if ATF is away; the rows that are left stay as they are
   */
  boolean round() throws SQLException {
    var rows =
        inTransaction(
            connection ->
                table.hold(connection, holder, lease)
                    ? table.read(connection, ROWS_MAX)
                    : List.<Row>of());
    var left = new ArrayList<>(rows);
    boolean held = !rows.isEmpty();
    while (held && !left.isEmpty() && !isClosed()) {
      held = schedule(takeBatch(left), left);
    }
    return held;
  }

  /** Takes rows of one lambda, of each ordering key the first. */
  private static List<Row> takeBatch(List<Row> left) {
    var lambda = left.get(0).lambda();
    var keys = new HashSet<String>();
    var batch = new ArrayList<Row>();
    for (var rows = left.iterator(); rows.hasNext(); ) {
      var row = rows.next();
      boolean first = row.orderingKey().isEmpty() || keys.add(row.orderingKey());
      if (first && row.lambda().equals(lambda)) {
        batch.add(row);
        rows.remove();
      }
    }
    return batch;
  }

  /** Row that ATF did not accept. */
  private record Refusal(Row row, AtfException error) {
    Optional<String> failure() {
      return isTemporary(error)
          ? Optional.empty()
          : Optional.of(String.valueOf(error.getMessage()));
    }

    Duration pause() {
      return doubled(
          Duration.ofSeconds(1),
          row.attempts(),
          isTemporary(error) ? BUSY_PAUSE_MAX : REFUSED_PAUSE_MAX);
    }
  }

  /**
   * Schedules a batch. Deletes the accepted rows, and begins a pause of the others.
   *
   * @param left rows of later batches, from which those are removed whose ordering key has a pause
   * @return whether this relay still has the lease
   */
  private boolean schedule(List<Row> batch, List<Row> left) throws SQLException {
    var outcomes = outcomes(batch);
    var accepted = new ArrayList<Row>();
    var refusals = new ArrayList<Refusal>();
    for (int i = 0; i < batch.size(); i++) {
      if (outcomes.get(i) instanceof BatchOutcome.Refused refused) {
        refusals.add(new Refusal(batch.get(i), refused.error()));
      } else {
        accepted.add(batch.get(i));
      }
    }
    boolean held =
        inTransaction(
            connection -> {
              table.delete(connection, accepted);
              for (var refusal : refusals) {
                table.pause(connection, refusal.row(), refusal.pause(), refusal.failure());
              }
              return table.hold(connection, holder, lease);
            });
    var paused = new HashSet<String>();
    refusals.forEach(refusal -> paused.add(refusal.row().orderingKey()));
    left.removeIf(row -> !row.orderingKey().isEmpty() && paused.contains(row.orderingKey()));
    report(accepted.size(), refusals);
    return held;
  }

  private List<BatchOutcome> outcomes(List<Row> batch) {
    try {
      return atf.apply(batch.stream().map(row -> TaskSpec.ofRequest(row.request())).toList());
    } catch (AtfException e) {
      if (AWAY.contains(e.code())) {
        throw e;
      }
      return Collections.nCopies(batch.size(), new BatchOutcome.Refused(e));
    }
  }

  /** Returns whether ATF may accept the same task later without anybody's help. */
  private static boolean isTemporary(AtfException error) {
    return AWAY.contains(error.code())
        || Stream.of(ErrorReason.values())
            .filter(ErrorReason::retriable)
            .anyMatch(reason -> error.reason().filter(reason.name()::equals).isPresent());
  }

  private void report(int accepted, List<Refusal> refusals) {
    if (accepted > 0) {
      listener.scheduled(accepted);
    }
    for (var refusal : refusals) {
      var row = refusal.row();
      if (refusal.failure().isPresent() && !row.isRefused()) {
        log.warn(
            "outbox row refused table={} id={} lambda={} idempotencyKey={}: {}; it is tried again, at last every {} s",
            table.name(),
            row.id(),
            row.lambda(),
            row.request().getIdempotencyKey(),
            refusal.failure().get(),
            REFUSED_PAUSE_MAX.toSeconds());
        listener.refused(row.lambda(), refusal.failure().get());
      }
    }
  }

  /** Statements of one transaction. */
  @FunctionalInterface
  private interface Statements<T> {
    T run(Connection connection) throws SQLException;
  }

  private <T> T inTransaction(Statements<T> statements) throws SQLException {
    try (var connection = database.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      try {
        var result = statements.run(connection);
        connection.commit();
        // Not every pool resets it.
        connection.setAutoCommit(autoCommit);
        return result;
      } catch (SQLException | RuntimeException e) {
        try {
          connection.rollback();
          connection.setAutoCommit(autoCommit);
        } catch (SQLException next) {
          e.addSuppressed(next);
        }
        throw e;
      }
    } catch (SQLException e) {
      throw table.explained(e);
    }
  }

  /** Settings of a relay. Each has a default. */
  public static final class Builder {
    private final DataSource database;
    private final Function<List<TaskSpec>, List<BatchOutcome>> atf;
    private String table = OutboxTable.DEFAULT_NAME;
    private Duration pollInterval = Duration.ofSeconds(1);
    private Duration lease = Duration.ofSeconds(10);
    private OutboxListener listener = new OutboxListener() {};

    Builder(DataSource database, Function<List<TaskSpec>, List<BatchOutcome>> atf) {
      this.database = database;
      this.atf = atf;
    }

    /** Sets the name of the table, possibly with a schema. Default: {@code atf_outbox}. */
    public Builder table(String name) {
      table = name;
      return this;
    }

    /** Sets the time between two reads of an empty table. Default: 1 s. */
    public Builder pollInterval(Duration interval) {
      pollInterval = requirePositive("pollInterval", interval);
      return this;
    }

    /**
     * Sets the time after which another relay takes over from one that died. It should be several
     * times as long as the poll interval. Default: 10 s.
     */
    public Builder lease(Duration length) {
      lease = requirePositive("lease", length);
      return this;
    }

    /** Sets what receives figures. Default: nothing. */
    public Builder listener(OutboxListener receiver) {
      listener = receiver;
      return this;
    }

    private static Duration requirePositive(String name, Duration value) {
      if (value.toMillis() < 1) {
        throw new IllegalArgumentException(name + ": " + value + " (expected: 1 ms or more)");
      }
      return value;
    }

    /** Starts a relay. It continues to try while the database or ATF cannot be reached. */
    public OutboxRelay start() {
      var relay = build();
      relay.thread.start();
      return relay;
    }

    OutboxRelay build() {
      return new OutboxRelay(this);
    }
  }
}
