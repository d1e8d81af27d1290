/**
 * Workloads that are written once and measured of any task system: of ATF on each of its engines,
 * of an engine without services, and of other libraries.
 */
@NullMarked
package dev.atf.standalone.bench.workload;

import org.jspecify.annotations.NullMarked;
