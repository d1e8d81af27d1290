package dev.atf.executor.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.executor.core.lease.DeadlineNotice;
import dev.atf.executor.core.staging.StagingPorts;
import dev.atf.runtime.Service;
import dev.atf.runtime.tracing.Tracing;

/** Executor with given ports and a given way to end its process. No supervisor watches it. */
public final class ExecutorOnPorts {
  private ExecutorOnPorts() {}

  /** Creates an executor for one start. It refuses tasks with files. */
  public static Service create(
      ExecutorConfig config,
      Handlers handlers,
      ObjectMapper json,
      ExecutorPorts ports,
      ControllerCalls controller,
      HscCalls hsc,
      Terminator terminator) {
    return create(
        config, handlers, json, ports, controller, hsc, StagingPorts.REFUSING, terminator);
  }

  /**
   * Creates an executor for one start. It sends its spans to the program's OpenTelemetry, if there
   * is one.
   *
   * @param config settings, in which the name of the lambda is filled in
   */
  public static Service create(
      ExecutorConfig config,
      Handlers handlers,
      ObjectMapper json,
      ExecutorPorts ports,
      ControllerCalls controller,
      HscCalls hsc,
      StagingPorts staging,
      Terminator terminator) {
    return new ExecutorProcess(
        config,
        handlers,
        json,
        ports,
        ports.newIdentity(config),
        new RunningAttempts(),
        new ExecutorProcess.Outside(
            controller,
            hsc,
            staging,
            terminator,
            DeadlineNotice.NONE,
            ports.threads(),
            () -> {},
            handlers.openTelemetry().map(Tracing::by).orElseGet(Tracing::off)));
  }
}
