package dev.atf.worker;

import dev.atf.controller.death.DeathReports;
import dev.atf.controller.death.ExecutorEnd;
import dev.atf.executor.supervisor.ExecutorDeath;
import dev.atf.executor.supervisor.WorkerSupervisor;
import dev.atf.runtime.LoopSettings;
import dev.atf.runtime.Loops;

/** Lets the controller of a host report the deaths that the host's supervisor sees. */
public final class ReportedDeaths {
  private ReportedDeaths() {}

  /** Connects the two, before the supervisor is started. */
  public static void connect(WorkerSupervisor supervisor, DeathReports reports, Loops loops) {
    var loop = loops.start("death-reports", reports, LoopSettings.DEFAULT);
    reports.whenAdded(loop::wake);
    supervisor.onDeath(death -> reports.add(end(death)));
  }

  private static ExecutorEnd end(ExecutorDeath death) {
    return ExecutorEnd.of(death.executorId(), death.lambda(), death.how(), death.lastErrors());
  }
}
