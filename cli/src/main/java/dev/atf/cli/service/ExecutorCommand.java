package dev.atf.cli.service;

import dev.atf.worker.builtin.ExecutorMain;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code atf executor}: one executor of a built-in lambda. */
@Command(name = "executor", description = "Run an executor of a built-in lambda: command or http.")
public final class ExecutorCommand implements Callable<Integer> {
  @Mixin private ServiceCommands.Settings settings;

  @Override
  public Integer call() {
    return ExecutorMain.run(settings.file());
  }
}
