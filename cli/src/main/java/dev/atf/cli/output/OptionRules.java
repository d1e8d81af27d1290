package dev.atf.cli.output;

import java.time.Duration;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Refuses options that would have no effect, as wrong usage. */
public final class OptionRules {
  /** Rules for every command that has both options. */
  public static final List<Rule> ALL =
      List.of(
          needs("--every", "--watch"),
          needs("--wait-timeout", "--wait"),
          needs("--timeout", "--wait"),
          needs("--content-type", "--data-file"),
          needs("--zone", "--cron"),
          needs("--anchor", "--every"),
          excludes("--watch", "--wait"),
          excludes("--graph", "--json"),
          excludes("--page-token", "--key"),
          excludes("--token", "--token-file"));

  /** Pauses and time limits, which are longer than nothing. */
  private static final List<String> POSITIVE = List.of("--every", "--call-timeout");

  private OptionRules() {}

  /**
   * Rule about two options.
   *
   * @param together whether the option needs the other one; if false, they exclude each other
   */
  public record Rule(String option, String other, boolean together) {
    /**
     * Checks the command line of a command that has the option.
     *
     * @throws ParameterException if it breaks the rule
     */
    public void check(CommandLine command) {
      var given = command.getParseResult();
      if (given.hasMatchedOption(option) && given.hasMatchedOption(other) != together) {
        throw new ParameterException(
            command,
            together
                ? "%s: without %s (expected: with it)".formatted(option, other)
                : "%s: with %s (expected: only one of them)".formatted(option, other));
      }
    }

    /** Returns whether a command has both options. */
    public boolean isFor(CommandLine command) {
      var spec = command.getCommandSpec();
      return spec.findOption(option) != null && spec.findOption(other) != null;
    }
  }

  private static Rule needs(String option, String other) {
    return new Rule(option, other, true);
  }

  public static Rule excludes(String option, String other) {
    return new Rule(option, other, false);
  }

  /**
   * Checks a whole command line, unless it asks for help.
   *
   * @throws ParameterException if one of its options would have no effect
   */
  public static void check(ParseResult parsed) {
    var commands = parsed.asCommandLineList();
    if (commands.stream()
        .anyMatch(each -> each.isUsageHelpRequested() || each.isVersionHelpRequested())) {
      return;
    }
    int last = commands.size() - 1;
    var command = commands.get(last);
    for (var group : commands.subList(0, last)) {
      var unused = group.getParseResult().matchedArgs();
      if (!unused.isEmpty()) {
        throw new ParameterException(
            command,
            "%s: before %s (expected: after it, or not at all)"
                .formatted(WrongUsage.name(unused.get(0)), command.getCommandName()));
      }
    }
    ALL.stream().filter(rule -> rule.isFor(command)).forEach(rule -> rule.check(command));
    POSITIVE.forEach(option -> requirePositive(option, command));
  }

  private static void requirePositive(String name, CommandLine command) {
    var option = command.getCommandSpec().findOption(name);
    if (option != null && option.<Object>getValue() instanceof Duration length && length.isZero()) {
      throw new ParameterException(command, name + ": 0s (expected: more than 0)");
    }
  }
}
