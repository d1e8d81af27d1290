/**
 * Parent of the executors of a host: starts and restarts them, and kills those past their deadline.
 */
@NullMarked
package dev.atf.worker.supervisor;

import org.jspecify.annotations.NullMarked;
