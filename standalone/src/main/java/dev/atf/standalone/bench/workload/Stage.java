package dev.atf.standalone.bench.workload;

import dev.atf.runtime.MonotonicClock;
import dev.atf.standalone.demo.DemoProgress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A contender that is up, and how a workload sees what becomes of its jobs.
 *
 * @param starts where the contender's handlers keep their {@link StartLog}
 * @param numbers the next job's
 */
public record Stage(
    Contender contender,
    Path starts,
    AtomicLong numbers,
    DemoProgress progress,
    MonotonicClock clock,
    InstantSource instants) {}
