package dev.atf.executor.process;

import dagger.Binds;
import dagger.Module;
import dagger.Provides;
import dev.atf.executor.AttemptTrace;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.HandlerThreads;
import dev.atf.executor.LeaseConfig;
import dev.atf.executor.core.Drain;
import dev.atf.executor.core.ExclusiveStart;
import dev.atf.executor.core.HandlerGrace;
import dev.atf.executor.core.Pace;
import dev.atf.executor.core.ResultLine;
import dev.atf.executor.core.SlotThreads;
import dev.atf.executor.core.WorkArrival;
import dev.atf.executor.core.WorkLine;
import dev.atf.executor.core.WorkSlot;
import dev.atf.executor.core.attempt.AttemptRun;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.executor.core.call.Backoff;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.otlp.OtlpTracing;
import dev.atf.runtime.tracing.Tracing;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.random.RandomGenerator;

/** What an executor is made of, whatever it calls by. */
@Module
interface ExecutorModule {
  @Binds
  Service service(ExecutorProcess process);

  @Provides
  static LeaseConfig lease(ExecutorConfig config) {
    return config.lease();
  }

  @Provides
  @Singleton
  static ExecutorIdentity identity(
      ExecutorConfig config, ProcessName name, RandomGenerator random) {
    return new ExecutorIdentity(name.unique(random), config.lambda());
  }

  @Provides
  @Singleton
  static Pace pace(ExecutorConfig config) {
    return new Pace(config.startThreads(), config.tuning().askAhead());
  }

  @Provides
  @Singleton
  static WorkLine line(
      ExecutorConfig config,
      ExecutorIdentity identity,
      ControllerCalls controller,
      WorkArrival arrival,
      RunningAttempts running,
      Pace pace,
      MonotonicClock clock,
      Threads threads) {
    // A call that is cancelled while the controller claims loses the claim, which counts as a
    // death.
    var timeout =
        config.nextWorkWait().plus(config.tuning().claimWait()).plus(config.lease().callTimeout());
    return new WorkLine(
        identity,
        config.nextWorkWait(),
        timeout,
        controller,
        arrival,
        running,
        pace,
        clock,
        threads);
  }

  @Provides
  @Singleton
  static WorkSlot.Parts slotParts(
      RunningAttempts running,
      Drain drain,
      WorkLine line,
      Pace pace,
      WorkArrival arrival,
      ExclusiveStart exclusiveStart,
      AttemptRun run,
      ResultLine results,
      MonotonicClock clock,
      RandomGenerator random,
      MeterRegistry metrics) {
    Gauge.builder("atf.executor.attempts.held", running, RunningAttempts::count).register(metrics);
    return new WorkSlot.Parts(
        running, drain, line, pace, arrival, exclusiveStart, run, results, clock, random, metrics);
  }

  @Provides
  @Singleton
  static HandlerGrace grace(
      ExecutorConfig config,
      RunningAttempts running,
      Drain drain,
      ControllerCalls controller,
      SlotThreads slots,
      Terminator terminator,
      MonotonicClock clock,
      MeterRegistry metrics) {
    return new HandlerGrace(
        config.cancelGrace(),
        running,
        drain,
        controller,
        slots::unfinished,
        terminator,
        clock,
        metrics);
  }

  @Provides
  @Singleton
  static SlotThreads slots(
      ExecutorConfig config, WorkSlot.Parts parts, Drain drain, HandlerThreads threads) {
    return new SlotThreads(
        config.threads(),
        config.startThreads(),
        () -> new WorkSlot(slotTimes(config), parts),
        drain,
        threads.threads());
  }

  private static WorkSlot.Times slotTimes(ExecutorConfig config) {
    var tuning = config.tuning();
    return new WorkSlot.Times(
        new Backoff(tuning.backoffMin(), tuning.backoffMax()), tuning.resultTimeout());
  }

  @Provides
  @Singleton
  static Tracing tracing(
      ExecutorConfig config, Handlers handlers, ProcessName name, MeterRegistry metrics) {
    return handlers
        .openTelemetry()
        .map(Tracing::by)
        .orElseGet(() -> OtlpTracing.of("atf-executor", config.tracing(), name, metrics));
  }

  @Provides
  static AttemptTrace attemptTrace(ExecutorConfig config) {
    return config.attemptTrace();
  }

  @Provides
  static LoopSettings loops(ExecutorConfig config) {
    return config.loops();
  }
}
