package dev.atf.executor.process;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.server.StatusPorts;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.random.RandomGenerator;

/** Time, randomness, threads and ports of an executor's process. */
public record ExecutorPorts(
    ProcessName name,
    MonotonicClock clock,
    RandomGenerator random,
    Threads threads,
    StatusPorts servers,
    MeterRegistry metrics) {
  /** Returns a new identity, which is valid for one start. */
  ExecutorIdentity newIdentity(ExecutorConfig config) {
    return new ExecutorIdentity(name.unique(random), config.lambda(), config.threads());
  }
}
