/** Benchmark of the time between a task and the next one of its key, job or join. */
@NullMarked
package dev.atf.lab.bench.handover;

import org.jspecify.annotations.NullMarked;
