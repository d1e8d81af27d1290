package dev.atf.executor.process;

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
    MeterRegistry metrics) {}
