package dev.atf.cli.output;

import dev.atf.model.check.FieldViolation;
import dev.atf.worker.pool.ProcessRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Prints the error of a command line in one line, as the server does: {@code --at: tomorrow
 * (expected: …)}. It then names the help command, because the help itself would push the line off
 * the screen.
 */
public final class WrongUsage implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException error, String[] arguments) {
    var command = error.getCommandLine();
    command.getErr().println("atf: " + text(error));
    if (error instanceof UnmatchedArgumentException unmatched) {
      UnmatchedArgumentException.printSuggestions(unmatched, command.getErr());
    }
    command.getErr().println("  see: " + command.getCommandSpec().qualifiedName() + " --help");
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static String text(ParameterException error) {
    var argument = error.getArgSpec();
    if (argument == null || error.getValue() == null) {
      return String.valueOf(error.getMessage());
    }
    if ((argument.converters().length > 0 || type(argument).equals(Duration.class))
        && error.getCause() instanceof TypeConversionException refusal) {
      // A converter of this program has thrown it, and its message says what is expected.
      return name(argument) + ": " + refusal.getMessage();
    }
    var value = new FieldViolation("", error.getValue(), "").value();
    return name(argument) + ": " + value + " (expected: " + expected(argument) + ")";
  }

  /** Returns the type of one value; for a map, the type of its values. */
  private static Class<?> type(ArgSpec argument) {
    var types = List.of(argument.typeInfo().getAuxiliaryTypes());
    return types.get(types.size() - 1);
  }

  static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static String expected(ArgSpec argument) {
    var type = type(argument);
    if (argument.typeInfo().isMap()) {
      return type.equals(ProcessRange.class) ? "NAME=NUMBER, such as L=2 or L=0..8" : "NAME=VALUE";
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    return EXPECTED.getOrDefault(type, argument.paramLabel());
  }

  private static final Map<Class<?>, String> EXPECTED =
      Map.of(
          Instant.class, "a time such as 2026-01-31T12:00:00Z",
          int.class, "a whole number",
          Integer.class, "a whole number",
          long.class, "a whole number",
          Long.class, "a whole number",
          double.class, "a number",
          Double.class, "a number");
}
