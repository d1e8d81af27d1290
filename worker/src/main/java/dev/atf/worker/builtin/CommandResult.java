package dev.atf.worker.builtin;

/**
 * Result of {@code command}.
 *
 * @param truncated whether stdout or stderr was longer
 */
record CommandResult(int exitCode, String stdout, String stderr, boolean truncated) {}
