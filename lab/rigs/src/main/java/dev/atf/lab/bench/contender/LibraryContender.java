package dev.atf.lab.bench.contender;

import dev.atf.client.AtfClient;
import dev.atf.embedded.Atf;
import dev.atf.executor.Outcome;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.JobHandler;
import dev.atf.lab.execution.ExecutionLog;
import dev.atf.protocol.v1.Lambda;
import java.time.Duration;
import java.util.List;

/** The whole system in this process, as a program has it that uses ATF as a library. */
public final class LibraryContender implements Contender {
  private final Atf atf;
  private final AtfClient client;

  private LibraryContender(Atf atf) {
    this.atf = atf;
    this.client = atf.client();
  }

  /** Starts the system with its data on disk. */
  public record Starter(Duration pollInterval) implements Contender.Starter {
    @Override
    public String name() {
      return "atf library";
    }

    @Override
    public Contender start(Setup setup) {
      var handler = new JobHandler(ExecutionLog.in(setup.executions()));
      var system = Atf.at(setup.directory()).pollInterval(pollInterval);
      for (var kind : KINDS) {
        system
            .lambda(Lambda.newBuilder().setName(kind).setHistory(Lambda.History.NONE).build())
            .threads(kind, AtfContender.JobWorker.share(setup.threads(), KINDS.indexOf(kind)))
            .handle(
                kind,
                byte[].class,
                (payload, context) -> {
                  handler.handle(payload);
                  return Outcome.success();
                });
      }
      return new LibraryContender(system.open());
    }
  }

  @Override
  public void schedule(Job job) {
    var unused = client.schedule(AtfContender.spec(job));
  }

  @Override
  public void scheduleBatch(List<Job> jobs) {
    AtfContender.scheduleAll(client, jobs);
  }

  @Override
  public boolean hasPriorities() {
    return true;
  }

  @Override
  public void close() {
    atf.close();
  }
}
