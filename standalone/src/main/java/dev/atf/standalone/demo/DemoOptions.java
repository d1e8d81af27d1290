package dev.atf.standalone.demo;

import java.nio.file.Path;

/**
 * @param directory whose files are digested
 * @param executors processes of the lambda {@code command}
 * @param threads of each executor
 * @param filesMax more files are left out
 */
public record DemoOptions(Path directory, int executors, int threads, int filesMax) {}
