/** Benchmark of how soon tasks start that become due before the next poll. */
@NullMarked
package dev.atf.lab.bench.prompt;

import org.jspecify.annotations.NullMarked;
