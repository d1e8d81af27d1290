/**
 * Benchmarks of the cost of a failing ordering key for the other keys of its lambda, and of the
 * cost of order itself.
 */
@NullMarked
package dev.atf.lab.bench.keys;

import org.jspecify.annotations.NullMarked;
