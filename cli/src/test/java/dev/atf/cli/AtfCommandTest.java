package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Tests the parser of one command line, which only knows the options of the named commands. */
final class AtfCommandTest {
  @Test
  void theHelpListsAllCommands() {
    assertThat(AtfCommand.commandLine(List.of("--help")).getUsageMessage())
        .isEqualTo(AtfCommand.commandLine().getUsageMessage());
  }

  @Test
  void theNamedCommandIsWhole() {
    var named = AtfCommand.commandLine(List.of("lambda", "list"));

    assertThat(command(named, "lambda").getUsageMessage())
        .isEqualTo(command(AtfCommand.commandLine(), "lambda").getUsageMessage());
    assertThat(command(named, "job").getSubcommands()).isEmpty();
  }

  @Test
  void aFileOfArgumentsMayNameAnyCommand() {
    var parser = AtfCommand.commandLine(List.of("@arguments"));

    assertThat(command(parser, "job").getSubcommands()).isNotEmpty();
  }

  private static CommandLine command(CommandLine parser, String name) {
    return Objects.requireNonNull(parser.getSubcommands().get(name));
  }
}
