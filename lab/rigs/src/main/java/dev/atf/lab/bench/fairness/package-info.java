/** Benchmark of a lambda that fairness keys share. */
@NullMarked
package dev.atf.lab.bench.fairness;

import org.jspecify.annotations.NullMarked;
