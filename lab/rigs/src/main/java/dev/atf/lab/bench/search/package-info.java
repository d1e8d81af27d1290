/** Benchmark of the search by labels, and of changes of many tasks. */
@NullMarked
package dev.atf.lab.bench.search;

import org.jspecify.annotations.NullMarked;
