package dev.atf.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.AtfCommand;
import org.junit.jupiter.api.Test;

/** Tests where the lab's commands stand among all. */
final class LabCommandsTest {
  @Test
  void helpListsThemBesideTheirNeighbours() {
    assertThat(AtfCommand.commandLine().getSubcommands().keySet())
        .containsSequence("up", "demo", "schedule")
        .containsSequence("periodic", "bench", "simulate", "chaos", "backup");
  }
}
