/**
 * Steps of an executor, which own no thread: pulling work, running it, heartbeats, the local
 * deadline, and the report of results.
 */
@NullMarked
package dev.atf.executor.core;

import org.jspecify.annotations.NullMarked;
