/**
 * Benchmarks of the whole system: they print figures and the conditions, and never fail a build.
 */
@NullMarked
package dev.atf.lab.bench;

import org.jspecify.annotations.NullMarked;
