/**
 * Worker host as a process: one controller, and the supervisor of the executors that ask it for
 * work.
 */
@NullMarked
package dev.atf.worker;

import org.jspecify.annotations.NullMarked;
