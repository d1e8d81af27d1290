package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Usage of every command of {@code atf}, including commands that another jar adds. */
public abstract class UsageContract {
  public static Stream<List<String>> commands() {
    return below(AtfCommand.commandLine(), List.of()).stream();
  }

  private static List<List<String>> below(CommandLine command, List<String> path) {
    var found = new ArrayList<List<String>>();
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              var words = Stream.concat(path.stream(), Stream.of(name)).toList();
              found.add(words);
              found.addAll(below(sub, words));
            });
    return found;
  }

  @ParameterizedTest
  @MethodSource("commands")
  public final void everyCommandHasHelp(List<String> command) {
    var help = run(command, "--help");

    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).startsWith("Usage: atf " + String.join(" ", command));
    assertThat(help.err()).isEmpty();
  }

  /** Otherwise, picocli prints a warning on the standard error of the process. */
  @Test
  public final void everyTextIsAFormat() {
    assertThat(texts(AtfCommand.commandLine()))
        .hasSizeGreaterThan(100)
        .allSatisfy(text -> assertThat(text.formatted()).isNotNull());
  }

  private static List<String> texts(CommandLine command) {
    var usage = command.getCommandSpec().usageMessage();
    var own = Stream.of(usage.header(), usage.description(), usage.footer());
    var arguments = command.getCommandSpec().args().stream().flatMap(UsageContract::described);
    var texts = new ArrayList<>(Stream.concat(own, arguments).flatMap(Arrays::stream).toList());
    command.getSubcommands().values().forEach(sub -> texts.addAll(texts(sub)));
    return texts;
  }

  /** Returns the description of an argument as it was written. */
  private static Stream<String[]> described(ArgSpec argument) {
    if (!(argument.userObject() instanceof AnnotatedElement declared)) {
      return Stream.<String[]>of(argument.description());
    }
    return Stream.concat(
        Stream.of(declared.getAnnotationsByType(Option.class)).map(Option::description),
        Stream.of(declared.getAnnotationsByType(Parameters.class)).map(Parameters::description));
  }

  @ParameterizedTest
  @MethodSource("commands")
  public final void everyCommandRefusesAnUnknownOption(List<String> command) {
    assertWrongUsage(run(command, "--no-such-option"));
  }

  private static Atf.Ran run(List<String> command, String option) {
    return Atf.bare(Stream.concat(command.stream(), Stream.of(option)).toArray(String[]::new));
  }

  protected static void assertWrongUsage(Atf.Ran ran) {
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err().lines().findFirst().orElse("")).startsWith("atf: ");
    assertThat(ran.err()).contains("  see: atf ").contains("--help");
    assertThat(ran.err().lines()).as(ran.err()).hasSizeLessThan(5);
    assertThat(ran.err()).doesNotContain("java.", "picocli", "protobuf");
    assertThat(ran.out()).isEmpty();
  }
}
