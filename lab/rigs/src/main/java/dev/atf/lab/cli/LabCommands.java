package dev.atf.lab.cli;

import dev.atf.cli.CommandProvider;
import dev.atf.cli.ProvidedCommand;
import java.util.List;
import java.util.Optional;

/** The lab's commands of {@code atf}. */
public final class LabCommands implements CommandProvider {
  /** Level of commands that show their progress. */
  private static final Optional<String> WITH_PROGRESS = Optional.of("WARN");

  /** Level of commands under faults, which are expected, and so are their logs. */
  private static final Optional<String> UNDER_FAULTS = Optional.of("OFF");

  @Override
  public List<ProvidedCommand> commands() {
    return List.of(
        new ProvidedCommand(DemoCommand.class, "up", WITH_PROGRESS),
        new ProvidedCommand(BenchCommand.class, "periodic", WITH_PROGRESS),
        new ProvidedCommand(SimulateCommand.class, "bench", UNDER_FAULTS),
        new ProvidedCommand(ChaosCommand.class, "simulate", UNDER_FAULTS));
  }
}
