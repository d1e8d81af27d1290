package dev.atf.standalone.demo;

import dev.atf.standalone.local.Engine;
import java.nio.file.Path;

/**
 * @param directory whose files are digested
 * @param executors processes of the lambda {@code command}
 * @param threads of each executor
 * @param filesMax more files are left out
 * @param engine what keeps the tasks
 */
public record DemoOptions(
    Path directory, int executors, int threads, int filesMax, Engine engine) {}
