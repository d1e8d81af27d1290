package dev.atf.cli.output;

import java.util.List;

/** Command whose subcommands are the rows of a table, not only annotated classes. */
public interface CommandTable {
  /** Returns the subcommands in the order of the help: annotated classes, and picocli's specs. */
  List<?> commands();
}
