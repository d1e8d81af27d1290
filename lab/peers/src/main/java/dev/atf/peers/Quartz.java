package dev.atf.peers;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.quartz.utils.ConnectionProvider;
import static org.quartz.JobBuilder.newJob;
import static org.quartz.JobKey.jobKey;
import static org.quartz.SimpleScheduleBuilder.simpleSchedule;
import static org.quartz.TriggerBuilder.newTrigger;

import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.JobHandler;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;
import org.quartz.JobDataMap;
import org.quartz.JobDetail;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.utils.DBConnectionManager;

/**
 * Quartz on its JDBC store: one job a kind, and a trigger for each task. Among due triggers, the
 * earlier goes first; priority only decides between those of the same millisecond.
 */
final class Quartz implements Library {
  private static final String PAYLOAD = "payload";
  private static final String TABLES = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";
  private static final String DATA_SOURCE = "atf";
  private static final int HIGH = Trigger.DEFAULT_PRIORITY + 1;

  private final Scheduler scheduler;
  private final Map<String, JobDetail> jobs;

  private Quartz(Scheduler scheduler, Map<String, JobDetail> jobs) {
    this.scheduler = scheduler;
    this.jobs = jobs;
  }

  static Library open(Database database, JobHandler handler, int threads) {
    database.run(Objects.requireNonNull(Scheduler.class.getResourceAsStream(TABLES)));
    DBConnectionManager.getInstance()
        .addConnectionProvider(DATA_SOURCE, new PooledConnections(database.pool()));
    try {
      var scheduler = new StdSchedulerFactory(settings(threads)).getScheduler();
      scheduler.setJobFactory(
          (bundle, owner) -> context -> handler.handle(payload(context.getMergedJobDataMap())));
      Map<String, JobDetail> jobs =
          Contender.KINDS.stream()
              .collect(
                  Collectors.toUnmodifiableMap(
                      kind -> kind,
                      kind ->
                          newJob(org.quartz.Job.class)
                              .withIdentity(jobKey(kind))
                              .storeDurably()
                              .build()));
      for (var job : jobs.values()) {
        scheduler.addJob(job, true);
      }
      scheduler.start();
      return new Quartz(scheduler, jobs);
    } catch (SchedulerException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] payload(JobDataMap data) {
    return (byte[]) Objects.requireNonNull(data.get(PAYLOAD));
  }

  /** Returns settings that take as many triggers at once as there are threads, as advised. */
  private static Properties settings(int threads) {
    var settings = new Properties();
    settings.putAll(
        Map.of(
            "org.quartz.scheduler.instanceName", "atf",
            "org.quartz.scheduler.batchTriggerAcquisitionMaxCount", "" + threads,
            "org.quartz.threadPool.threadCount", "" + threads,
            "org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX",
            "org.quartz.jobStore.driverDelegateClass",
                "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate",
            "org.quartz.jobStore.acquireTriggersWithinLock", "true",
            "org.quartz.jobStore.dataSource", DATA_SOURCE));
    return settings;
  }

  @Override
  public void schedule(Job job) {
    try {
      scheduler.scheduleJob(trigger(job));
    } catch (SchedulerException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void scheduleBatch(List<Job> batch) {
    var kind = Objects.requireNonNull(jobs.get(batch.get(0).kind()));
    try {
      scheduler.scheduleJobs(
          Map.of(kind, batch.stream().map(this::trigger).collect(Collectors.toSet())), true);
    } catch (SchedulerException e) {
      throw new IllegalStateException(e);
    }
  }

  private Trigger trigger(Job job) {
    var data = new JobDataMap(Map.of(PAYLOAD, job.payload()));
    return newTrigger()
        .withIdentity(String.valueOf(job.number()))
        .forJob(jobKey(job.kind()))
        .startAt(Date.from(job.dueAt()))
        .withPriority(job.urgent() ? HIGH : Trigger.DEFAULT_PRIORITY)
        // Otherwise a trigger that waits for more than a minute is no longer due, but "misfired".
        .withSchedule(simpleSchedule().withMisfireHandlingInstructionIgnoreMisfires())
        .usingJobData(data)
        .build();
  }

  /** Returns false: triggers fire in the order of time, and urgent ones do not overtake. */
  @Override
  public boolean hasPriorities() {
    return false;
  }

  @Override
  public void close() {
    try {
      scheduler.shutdown(true);
    } catch (SchedulerException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Pool for Quartz that is opened and closed elsewhere. */
  private record PooledConnections(DataSource pool) implements ConnectionProvider {
    @Override
    public Connection getConnection() throws SQLException {
      return pool.getConnection();
    }

    @Override
    public void initialize() {}

    @Override
    public void shutdown() {}
  }
}
