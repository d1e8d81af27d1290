/**
 * Terms and rules: tasks, their possible changes, and the times that keep two executors from
 * running one task. It has no I/O, no clock and no randomness.
 */
@NullMarked
package dev.atf.model;

import org.jspecify.annotations.NullMarked;
