package dev.atf.lab.demo;

import dev.atf.local.EngineKind;
import java.nio.file.Path;

/**
 * @param directory of the files to digest
 * @param executors processes of the lambda {@code command}
 * @param threads of each executor
 * @param filesMax maximal number of files; more are left out
 * @param engine engine that stores the tasks
 */
public record DemoOptions(
    Path directory, int executors, int threads, int filesMax, EngineKind engine) {}
