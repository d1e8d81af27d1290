/**
 * The laws of an executor in steps that own no thread: pulling work, running it, heartbeats, the
 * local deadline, and the report of what came of it.
 */
@NullMarked
package dev.atf.executor.core;

import org.jspecify.annotations.NullMarked;
