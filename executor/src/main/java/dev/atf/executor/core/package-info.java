/**
 * Steps of an executor: pulling work, running it, heartbeats, the local deadline, and the report of
 * results. They own no threads.
 */
@NullMarked
package dev.atf.executor.core;

import org.jspecify.annotations.NullMarked;
