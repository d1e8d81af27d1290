package dev.atf.peers;

import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.JobHandler;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson.JacksonJsonMapper;

/**
 * The free edition of JobRunr, which has no priorities. It polls for scheduled jobs every five
 * seconds, the least that it allows, and enqueues those that are due within the next five, so jobs
 * start early.
 */
final class JobRunr implements Library {
  private static final Duration POLL_INTERVAL_MIN = Duration.ofSeconds(5);

  private final InstantSource instants = InstantSource.system();
  private final BackgroundJobServer server;
  private final JobRequestScheduler scheduler;

  private JobRunr(BackgroundJobServer server, JobRequestScheduler scheduler) {
    this.server = server;
    this.scheduler = scheduler;
  }

  static Library open(Database database, JobHandler handler, int threads) {
    var mapper = new JacksonJsonMapper();
    var storage = new PostgresStorageProvider(database.pool());
    storage.setJobMapper(new JobMapper(mapper));
    var runner = new JobRunrRequest.Runner(handler);
    var server =
        new BackgroundJobServer(
            storage,
            mapper,
            new JobActivator() {
              @Override
              public <T> T activateJob(Class<T> type) {
                return type.cast(runner);
              }
            },
            BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                .andWorkerCount(threads)
                .andPollInterval(POLL_INTERVAL_MIN));
    server.start();
    return new JobRunr(server, new JobRequestScheduler(storage));
  }

  @Override
  public void schedule(Job job) {
    scheduler.create(jobOf(job, instants.instant()));
  }

  @Override
  public void scheduleBatch(List<Job> jobs) {
    var now = instants.instant();
    scheduler.create(jobs.stream().map(job -> jobOf(job, now)));
  }

  private static JobBuilder jobOf(Job job, Instant now) {
    var built =
        JobBuilder.aJob().withName(job.kind()).withJobRequest(new JobRunrRequest(job.payload()));
    return job.dueAt().isAfter(now) ? built.scheduleAt(job.dueAt()) : built;
  }

  @Override
  public boolean hasPriorities() {
    return false;
  }

  @Override
  public Duration startsEarlyMax() {
    return POLL_INTERVAL_MIN;
  }

  @Override
  public void close() {
    server.stop();
  }
}
