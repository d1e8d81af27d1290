package dev.atf.worker.builtin;

/**
 * The result of {@code command}.
 *
 * @param truncated whether stdout or stderr was longer
 */
record CommandResult(int exitCode, String stdout, String stderr, boolean truncated) {}
