/**
 * Workloads that are written once and run on any task system: on ATF with each of its engines, on
 * an engine without services, and on other libraries.
 */
@NullMarked
package dev.atf.lab.bench.workload;

import org.jspecify.annotations.NullMarked;
