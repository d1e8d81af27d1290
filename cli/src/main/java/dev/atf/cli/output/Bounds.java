package dev.atf.cli.output;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Refuses numbers outside of their range as wrong usage. */
@Command
public final class Bounds {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  public void require(String option, long value, long min, long max) {
    if (value < min || value > max) {
      throw new ParameterException(
          spec.commandLine(), "%s: %d (expected: %d to %d)".formatted(option, value, min, max));
    }
  }
}
