package dev.atf.peers;

import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.JobHandler;
import dev.atf.lab.execution.ExecutionLog;
import dev.atf.lab.postgres.PostgresPrograms;
import java.time.Duration;
import java.util.List;

/** A library and its database as a contender: clients and workers are this process. */
record Peer(Database database, Library library) implements Contender {

  @Override
  public void schedule(Job job) {
    library.schedule(job);
  }

  @Override
  public void scheduleBatch(List<Job> jobs) {
    library.scheduleBatch(jobs);
  }

  @Override
  public boolean hasPriorities() {
    return library.hasPriorities();
  }

  @Override
  public Duration startsEarlyMax() {
    return library.startsEarlyMax();
  }

  @Override
  public Duration cpu() {
    return database
        .serverCpu()
        .plus(ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO));
  }

  @Override
  public void close() {
    try (database) {
      library.close();
    }
  }

  /** Starts a server, and the library on it. */
  record Starter(String name, PostgresPrograms programs, Library.Opener opener)
      implements Contender.Starter {
    @Override
    public Contender start(Contender.Setup setup) {
      var database = Database.start(programs, setup.directory());
      try {
        var handler = new JobHandler(ExecutionLog.in(setup.executions()));
        return new Peer(database, opener.open(database, handler, setup.threads()));
      } catch (RuntimeException e) {
        database.close();
        throw e;
      }
    }
  }
}
