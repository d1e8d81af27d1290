package dev.atf.store.embedded;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.plans.row.Plan;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.LocalTransitionFeed;
import dev.atf.store.embedded.EmbeddedRows.Records;
import dev.atf.store.embedded.database.DamagedStoreException;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.database.StoreInUseException;
import dev.atf.store.embedded.record.AssociationRecord;
import dev.atf.store.embedded.record.EntityRecord;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.ports.StorePorts;
import dev.atf.store.route.RouteRegistry;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Store of one machine, in one directory. Only one process at a time can open it.
 *
 * <p>Callers get an answer when their write is durable. Durable data survives a crash of the
 * process and a loss of power. Members are only in memory, because all of them are in this process.
 */
public final class EmbeddedStore implements AutoCloseable {
  private static final int PARTS = 500;

  private final Database database;
  private final StorePorts ports;
  private final ExpirySweep sweep;

  private EmbeddedStore(Database database) {
    this.database = database;
    var locks = new StripedLocks();
    var index = new EmbeddedTriggerIndex(database);
    var feed = new LocalTransitionFeed(database::awaitDurable);
    var tasks = new EmbeddedTasks(database, locks, index, feed);
    ports =
        new StorePorts(
            tasks,
            tasks,
            new EmbeddedEntities(database, locks),
            new EmbeddedTaskSearch(database),
            index,
            new LambdaRegistry(new EmbeddedRows<>(database, Records.LAMBDAS)),
            new GateRegistry(new EmbeddedRows<>(database, Records.GATES)),
            new SubscriptionRegistry(new EmbeddedRows<>(database, Records.SUBSCRIPTIONS)),
            new RouteRegistry(new EmbeddedRows<>(database, Records.ROUTES)),
            new EmbeddedRunningPermits(database),
            new InMemoryMemberRegistry(),
            new EmbeddedPlans(database, locks),
            feed,
            database);
    sweep = new ExpirySweep(database, locks);
  }

  /**
   * Opens the store of a directory, or creates one.
   *
   * @param whenFailed called with the reason when the disk refuses a write or a read finds damage;
   *     the process should exit, because only the next start shows what is durable
   * @throws StoreInUseException if another process has it open
   * @throws DamagedStoreException if durable writes are missing or cannot be read
   * @throws UnsupportedFormatException if it has a format that this version cannot read
   */
  public static EmbeddedStore open(Path directory, Consumer<String> whenFailed) {
    var database = Database.open(directory, whenFailed);
    try {
      DirectoryFormat.require(database, directory);
      if (database.get(Keys.FORMAT_KEY).isEmpty()) {
        database.awaitDurable(database.put(Keys.FORMAT_KEY, DirectoryFormat.record()));
      }
      return new EmbeddedStore(database);
    } catch (RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  public StorePorts ports() {
    return ports;
  }

  /**
   * Visits all readable tasks in the order of their ids, as they are at the start of the call.
   *
   * @param visit consumer, which may write to the store
   */
  public void eachTask(Consumer<Association> visit) {
    database.each(
        Keys.kind(Keys.ASSOCIATION),
        (key, value) -> ReadableRecords.read(key, value, AssociationRecord::read).ifPresent(visit));
  }

  /** Visits every readable plan. */
  public void eachPlan(Consumer<Plan> visit) {
    database.each(
        Keys.kind(Keys.PLAN),
        (key, value) ->
            ReadableRecords.read(key, value, it -> EmbeddedPlans.read(key, it)).ifPresent(visit));
  }

  /** Visits every readable entity that belongs to no single task: the contents of plans. */
  public void eachContents(Consumer<TaskEntity> visit) {
    database.each(
        Keys.kind(Keys.ENTITY),
        (key, value) -> {
          if (database.get(Keys.association(Keys.taskId(key))).isEmpty()) {
            ReadableRecords.read(key, value, EntityRecord::read).ifPresent(visit);
          }
        });
  }

  /** Deletes a plan with all its parts, after it was moved to another store. */
  public void forget(Plan plan) {
    ports.plans().delete(plan);
    var parts = ports.plans().parts(plan.id(), "", PARTS);
    while (!parts.isEmpty()) {
      parts.forEach(part -> ports.plans().deletePart(plan.id(), part.name()));
      parts = ports.plans().parts(plan.id(), "", PARTS);
    }
  }

  /** Deletes a task with all its parts, after it was moved to another store. */
  public void forget(TaskId taskId) {
    sweep.forget(taskId);
  }

  /** Returns the expiry sweep. Exactly one loop must run it. */
  public ExpirySweep sweep() {
    return sweep;
  }

  @Override
  public void close() {
    database.close();
  }
}
