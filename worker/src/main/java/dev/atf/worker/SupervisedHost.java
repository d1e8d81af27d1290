package dev.atf.worker;

import dev.atf.controller.ExecutorEnd;
import dev.atf.controller.HostExecutors;
import dev.atf.controller.HostReports;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.loop.Loops;
import dev.atf.worker.supervisor.ExecutorDeath;
import dev.atf.worker.supervisor.LambdaExecutors;
import dev.atf.worker.supervisor.RepeatedDeaths;
import dev.atf.worker.supervisor.WorkerSupervisor;

/** Reports the states and deaths of executors from the supervisor to the controller of the host. */
public final class SupervisedHost {
  private SupervisedHost() {}

  /** Connects supervisor and controller. It must be called before the supervisor is started. */
  public static void connect(WorkerSupervisor supervisor, HostReports reports, Loops loops) {
    var loop = loops.start("death-reports", reports.deaths(), LoopSettings.DEFAULT);
    reports.deaths().whenAdded(loop::wake);
    if (supervisor.isElastic()) {
      reports.loads().checkEvery(supervisor.scale().lookEvery());
      supervisor.scaleBy(reports.loads()::of);
      // A queue may be slow to answer, and the supervisor's loop must not wait.
      loops.start("queue-loads", reports.loads(), LoopSettings.DEFAULT);
    }
    supervisor.onDeath(death -> reports.deaths().add(end(death)));
    reports
        .states()
        .from(() -> supervisor.executors().stream().map(SupervisedHost::executors).toList());
  }

  private static ExecutorEnd end(ExecutorDeath death) {
    return ExecutorEnd.of(
        death.executorId(), death.lambda(), death.how(), death.lastErrors(), death.drained());
  }

  private static HostExecutors executors(LambdaExecutors own) {
    return new HostExecutors(
        own.lambda(),
        own.wanted(),
        own.ready(),
        own.starting(),
        own.failing(),
        own.deaths().map(SupervisedHost::failure));
  }

  private static HostExecutors.Failure failure(RepeatedDeaths deaths) {
    return new HostExecutors.Failure(
        deaths.exitCode(), deaths.how(), deaths.inARow(), deaths.since(), deaths.lastError());
  }
}
