package dev.atf.runtime.process;

import dev.atf.runtime.ProcessName;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rpc.RpcServers;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * Time, randomness, threads and ports of a simulated process: a component that depends on this one
 * can use each of them.
 */
public record RuntimePorts(
    ProcessName name,
    InstantSource instants,
    MonotonicClock clock,
    RandomGenerator random,
    Threads threads,
    RpcServers servers,
    MeterRegistry metrics) {}
