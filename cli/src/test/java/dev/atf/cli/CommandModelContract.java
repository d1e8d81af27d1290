package dev.atf.cli;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.OptionRules;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Properties that every command of {@code atf} has, including commands that another jar adds. */
public abstract class CommandModelContract {
  private static final String UNTIL_ENDED = "runs until it is told to end, and logs";
  private static final String ONE_WORD = "prints one word, to be put where it is needed";

  /** Commands that print no JSON, and why. */
  private static final Map<String, String> WITHOUT_JSON =
      Map.ofEntries(
          entry("up", UNTIL_ENDED),
          entry("worker", UNTIL_ENDED),
          entry("frontend", UNTIL_ENDED),
          entry("store-consumer", UNTIL_ENDED),
          entry("hsc", UNTIL_ENDED),
          entry("controller", UNTIL_ENDED),
          entry("executor", UNTIL_ENDED),
          entry("token", ONE_WORD),
          entry("aws-token", ONE_WORD),
          entry("classpath", ONE_WORD),
          entry("completion", "prints a script"));

  public static Stream<Named<CommandSpec>> all() {
    return below(AtfCommand.commandLine()).map(spec -> Named.of(spec.qualifiedName(" "), spec));
  }

  /** Returns all commands except those that only group others. */
  public static Stream<CommandSpec> doers() {
    return below(AtfCommand.commandLine())
        .filter(spec -> spec.subcommands().isEmpty() || !(spec.userObject() instanceof Runnable));
  }

  private static Stream<CommandSpec> below(CommandLine command) {
    return command.getSubcommands().values().stream()
        .flatMap(sub -> Stream.concat(Stream.of(sub.getCommandSpec()), below(sub)));
  }

  /** Returns the name without {@code atf}. */
  public static String name(CommandSpec spec) {
    return spec.qualifiedName(" ").replaceFirst("^atf ", "");
  }

  @ParameterizedTest
  @MethodSource("all")
  public final void everyCommandAndAllThatItTakesIsDescribed(CommandSpec spec) {
    assertThat(String.join(" ", spec.usageMessage().description()).strip())
        .as("description")
        .containsPattern("[.?]( |$)");
    assertThat(
            Stream.<ArgSpec>concat(spec.options().stream(), spec.positionalParameters().stream()))
        .allSatisfy(CommandModelContract::assertDescribed);
  }

  private static void assertDescribed(ArgSpec arg) {
    assertThat(String.join(" ", arg.description()).strip())
        .as(arg.paramLabel() + " " + arg)
        .endsWith(".");
  }

  @ParameterizedTest
  @MethodSource("all")
  public final void helpFitsATerminalOfEightyColumns(CommandSpec spec) {
    var help = spec.commandLine().setUsageHelpAutoWidth(false).getUsageMessage();

    assertThat(help.lines()).isNotEmpty().allMatch(line -> line.length() <= 80);
  }

  /**
   * Picocli passes a nested mixin its outer mixin as its command, which has neither a parser nor a
   * terminal.
   */
  @ParameterizedTest
  @MethodSource("all")
  public final void mixinsThatNeedTheirCommandAreDirectMixins(CommandSpec spec) {
    assertThat(
            spec.mixins().values().stream()
                .flatMap(mixin -> mixin.mixins().values().stream())
                .map(mixin -> mixin.userObject().getClass()))
        .noneMatch(CommandModelContract::looksForItsCommand);
  }

  private static boolean looksForItsCommand(Class<?> mixin) {
    return Arrays.stream(mixin.getDeclaredFields())
        .map(field -> field.getAnnotation(Spec.class))
        .anyMatch(spec -> spec != null && spec.value() == Spec.Target.MIXEE);
  }

  @ParameterizedTest
  @MethodSource("all")
  public final void noArgumentOffersAReservedValueOfTheProtocol(CommandSpec spec) {
    assertThat(
            spec.args().stream()
                .flatMap(arg -> Arrays.stream(arg.typeInfo().getAuxiliaryTypes()))
                .filter(Class::isEnum)
                .<Object>flatMap(type -> Arrays.stream(type.getEnumConstants()))
                .map(Object::toString))
        .noneMatch(name -> name.equals("UNRECOGNIZED") || name.endsWith("UNSPECIFIED"));
  }

  @Test
  public final void everyRuleAboutTwoOptionsIsForACommand() {
    assertThat(OptionRules.ALL)
        .allMatch(rule -> doers().anyMatch(spec -> rule.isFor(spec.commandLine())));
  }

  @Test
  public final void everyCommandPrintsJsonOrHasAReasonNotTo() {
    assertThat(doers().filter(spec -> spec.findOption("--json") == null))
        .extracting(CommandModelContract::name)
        .containsExactlyInAnyOrderElementsOf(WITHOUT_JSON.keySet());
  }

  @Test
  public final void everyJsonOptionHasTheSameDescription() {
    assertThat(
            doers()
                .flatMap(spec -> spec.options().stream())
                .filter(option -> option.longestName().equals("--json"))
                .map(option -> String.join(" ", option.description())))
        .isNotEmpty()
        .allMatch(description -> description.endsWith("one JSON document and nothing else."));
  }

  @Test
  public final void aShellCompletesEveryCommandAndOption() {
    var script = Atf.bare("completion", "bash").out();

    assertThat(doers().flatMap(CommandModelContract::words))
        .isNotEmpty()
        .allMatch(script::contains);
  }

  private static Stream<String> words(CommandSpec spec) {
    return Stream.concat(
        Stream.of(spec.name()),
        spec.options().stream().flatMap(option -> Arrays.stream(option.names())));
  }
}
