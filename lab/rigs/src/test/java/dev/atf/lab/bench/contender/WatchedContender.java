package dev.atf.lab.bench.contender;

import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.execution.Executions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A wrapped contender, and the jobs that it was given and has begun. */
final class WatchedContender implements Contender {
  private final Contender contender;
  private final Path executions;
  private final Watch watch;

  private WatchedContender(Contender contender, Path executions, Watch watch) {
    this.contender = contender;
    this.executions = executions;
    this.watch = watch;
  }

  /** Starts a contender, and keeps its records after it is closed. */
  static final class Watch implements Starter {
    private final Starter starter;
    private final Collection<Job> given = new ConcurrentLinkedQueue<>();
    private final List<Integer> batches = new ArrayList<>();
    private Optional<Executions> executions = Optional.empty();

    Watch(Starter starter) {
      this.starter = starter;
    }

    @Override
    public String name() {
      return starter.name();
    }

    @Override
    public Contender start(Setup setup) {
      return new WatchedContender(starter.start(setup), setup.executions(), this);
    }

    /** Returns the jobs whose schedule was acknowledged. */
    Collection<Job> given() {
      return given;
    }

    /** Returns those of the jobs that began. */
    List<Job> begun() {
      return given.stream().filter(job -> job.firstIn(executions()).isPresent()).toList();
    }

    Executions executions() {
      return executions.orElseThrow();
    }

    /** Returns the sizes of all batches. */
    synchronized List<Integer> batches() {
      return List.copyOf(batches);
    }

    private synchronized void batch(List<Job> jobs) {
      batches.add(jobs.size());
    }
  }

  @Override
  public void schedule(Job job) {
    contender.schedule(job);
    watch.given.add(job);
  }

  @Override
  public void scheduleBatch(List<Job> jobs) {
    contender.scheduleBatch(jobs);
    watch.batch(jobs);
    watch.given.addAll(jobs);
  }

  @Override
  public boolean hasPriorities() {
    return contender.hasPriorities();
  }

  @Override
  public Duration cpu() {
    return contender.cpu();
  }

  @Override
  public void close() {
    watch.executions = Optional.of(Executions.read(executions));
    contender.close();
  }
}
