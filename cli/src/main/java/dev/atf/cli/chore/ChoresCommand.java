package dev.atf.cli.chore;

import dev.atf.cli.output.CommandGroup;
import picocli.CommandLine.Command;

/** {@code atf chores}: commands about chores in a Git repository. */
@Command(
    name = "chores",
    description = "Run the chores of a Git repository as tasks; add chores.",
    subcommands = {ChoreServeCommand.class, ChoreAddCommand.class, ChoreListCommand.class})
public final class ChoresCommand extends CommandGroup {}
