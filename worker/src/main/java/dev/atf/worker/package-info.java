/**
 * Worker host as a process: one controller, and the supervisor of the executors that request work
 * from it.
 */
@NullMarked
package dev.atf.worker;

import org.jspecify.annotations.NullMarked;
