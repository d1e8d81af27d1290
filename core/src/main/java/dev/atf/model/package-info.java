/**
 * Terms and rules: tasks, their possible changes, and the times that prevent two executors from
 * running the same task. The module has no I/O, no clock and no randomness.
 */
@NullMarked
package dev.atf.model;

import org.jspecify.annotations.NullMarked;
