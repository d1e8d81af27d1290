package dev.atf.peers;

import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.JobHandler;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The library db-scheduler: rows of one table, polled by each process that has free threads. */
final class DbScheduler implements Library {
  /** Shortest sensible interval. */
  private static final Duration POLLING_INTERVAL = Duration.ofMillis(100);

  private static final int HIGH = 90;
  private static final int NORMAL = 50;

  private final Map<String, OneTimeTask<byte[]>> tasks;
  private final Scheduler scheduler;
  private final boolean priorities;

  private DbScheduler(
      Map<String, OneTimeTask<byte[]>> tasks, Scheduler scheduler, boolean priorities) {
    this.tasks = tasks;
    this.scheduler = scheduler;
    this.priorities = priorities;
  }

  /**
   * Returns an opener whose scheduler reads due rows in order, and whose handlers lock their own.
   * The fractions are the library's default: a read for three times the threads when half of them
   * would be without work.
   */
  static Opener fetching(boolean priorities) {
    return new Opening(builder -> builder.pollUsingFetch(0.5, 3.0), priorities);
  }

  /**
   * Returns an opener whose scheduler locks due rows while it reads them. The fractions are the
   * library's advice for a high throughput: four rows for each thread when as many are left as
   * there are threads.
   */
  static Opener lockingAndFetching(boolean priorities) {
    return new Opening(builder -> builder.pollUsingLockAndFetch(1.0, 4.0), priorities);
  }

  /**
   * @param priorities if false, its queries are ordered by time alone, by a smaller index
   */
  private record Opening(UnaryOperator<SchedulerBuilder> strategy, boolean priorities)
      implements Opener {
    @Override
    public Library open(Database database, JobHandler handler, int threads) {
      database.run(script("db-scheduler.sql"));
      var tasks =
          Contender.KINDS.stream()
              .collect(Collectors.toMap(Function.identity(), kind -> task(kind, handler)));
      var builder =
          strategy
              .apply(Scheduler.create(database.pool(), List.copyOf(tasks.values())))
              .threads(threads)
              .pollingInterval(POLLING_INTERVAL)
              .serializer(new PlainBytes());
      if (priorities) {
        database.run(script("db-scheduler-priority.sql"));
        builder.enablePriority();
      }
      var scheduler = builder.build();
      scheduler.start();
      return new DbScheduler(tasks, scheduler, priorities);
    }

    private static InputStream script(String name) {
      return Objects.requireNonNull(DbScheduler.class.getResourceAsStream(name));
    }
  }

  private static OneTimeTask<byte[]> task(String kind, JobHandler handler) {
    return Tasks.oneTime(kind, byte[].class)
        .execute((instance, context) -> handler.handle(instance.getData()));
  }

  @Override
  public void schedule(Job job) {
    scheduler.schedule(instance(job));
  }

  @Override
  public void scheduleBatch(List<Job> jobs) {
    scheduler.scheduleBatch(jobs.stream().<SchedulableInstance<?>>map(this::instance).toList());
  }

  private SchedulableInstance<byte[]> instance(Job job) {
    return Objects.requireNonNull(tasks.get(job.kind()))
        .instanceBuilder(String.valueOf(job.number()))
        .data(job.payload())
        .priority(job.urgent() ? HIGH : NORMAL)
        .scheduledTo(job.dueAt());
  }

  @Override
  public boolean hasPriorities() {
    return priorities;
  }

  @Override
  public void close() {
    scheduler.stop();
  }

  /** Payloads that are bytes already. */
  private static final class PlainBytes implements Serializer {
    @Override
    public byte[] serialize(Object data) {
      return (byte[]) data;
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] serialized) {
      return type.cast(serialized);
    }
  }
}
