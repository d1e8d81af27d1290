package dev.atf.cli;

import dev.atf.cli.access.CallCommand;
import dev.atf.cli.access.FailureMessages;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.CommandTable;
import dev.atf.cli.output.OptionRules;
import dev.atf.cli.output.Terminal;
import dev.atf.cli.output.WrongUsage;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.Durations;
import dev.atf.worker.pool.ProcessRange;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** {@code atf}: all commands and their error handling. */
@Command(
    name = "atf",
    description = "An asynchronous task framework: schedule tasks, run workers, run the services.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:success", "1:a refusal or a failure", "2:wrong usage"})
public final class AtfCommand extends CommandGroup implements Terminal.Owner {
  private final Terminal terminal;

  private AtfCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Returns the parser with the exit codes and error messages of this program. */
  public static CommandLine commandLine() {
    return commandLine(Terminal.of(System.getenv()));
  }

  /** Returns the parser, which writes to another terminal. */
  public static CommandLine commandLine(Terminal terminal) {
    return commandLine(terminal, command -> true);
  }

  /**
   * Returns the parser of one command line. Commands that the line does not name are only outlines:
   * the help lists them, but they cannot be run. Reading the options of all commands would take
   * longer than most commands run.
   */
  static CommandLine commandLine(List<String> words) {
    // A file with arguments may name any command.
    boolean hasFile = words.stream().anyMatch(word -> word.startsWith("@"));
    return commandLine(
        Terminal.of(System.getenv()), command -> hasFile || words.contains(command.name()));
  }

  private static CommandLine commandLine(Terminal terminal, Predicate<Command> isNamed) {
    var root = new CommandLine(new AtfCommand(terminal));
    for (var type : Commands.all()) {
      var command = type.getAnnotation(Command.class);
      root.addSubcommand(command.name(), isNamed.test(command) ? type : outline(command));
    }
    root.getSubcommands().values().forEach(AtfCommand::complete);
    return root.registerConverter(Duration.class, new DurationConverter())
        .registerConverter(ProcessRange.class, new ProcessRangeConverter())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setExecutionStrategy(AtfCommand::runAndFlush)
        .setParameterExceptionHandler(new WrongUsage())
        .setExecutionExceptionHandler(new FailureMessages());
  }

  /** Runs a command, and also writes output that does not end with a line break. */
  private static int runAndFlush(ParseResult parsed) {
    try {
      OptionRules.check(parsed);
      return new CommandLine.RunLast().execute(parsed);
    } finally {
      for (var command : parsed.asCommandLineList()) {
        command.getOut().flush();
        command.getErr().flush();
      }
    }
  }

  private static CommandSpec outline(Command command) {
    var outline = CommandSpec.create();
    outline.usageMessage().description(command.description()).hidden(command.hidden());
    return outline;
  }

  /** Adds what no annotation of the command declares: its table, its arguments, and the help. */
  private static void complete(CommandLine command) {
    var spec = command.getCommandSpec();
    if (spec.userObject() instanceof CommandTable table) {
      table.commands().forEach(each -> command.addSubcommand(each));
    }
    if (spec.userObject() instanceof CallCommand<?, ?> call) {
      call.addArgumentsTo(spec);
    }
    if (spec.findOption("--help") == null) {
      spec.addMixin("help", CommandSpec.forAnnotatedObject(new HelpOption()));
    }
    command.getSubcommands().values().forEach(AtfCommand::complete);
  }

  @Override
  public Terminal terminal() {
    return terminal;
  }

  /** Option that every command has. */
  @Command
  static final class HelpOption {
    @CommandLine.Option(
        names = {"-h", "--help"},
        usageHelp = true,
        description = "Show this help and exit.")
    @SuppressWarnings("unused") // picocli asks whether it was set, by itself
    private boolean help;
  }

  /** Reads {@code 5s} on the command line. */
  private static final class DurationConverter implements ITypeConverter<Duration> {
    /** Maximum of a duration of protobuf. */
    private static final Duration MAX = Duration.ofDays(3_652_500);

    @Override
    public Duration convert(String text) {
      try {
        var duration = Durations.parse(text);
        if (duration.isNegative() || duration.compareTo(MAX) > 0) {
          throw new TypeConversionException(
              text + " (expected: 0s to " + Durations.text(MAX) + ")");
        }
        return duration;
      } catch (ConfigException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Reads {@code 2} or {@code 0..8} on the command line. */
  private static final class ProcessRangeConverter implements ITypeConverter<ProcessRange> {
    @Override
    public ProcessRange convert(String text) {
      try {
        return ProcessRange.parse(text);
      } catch (ConfigException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
