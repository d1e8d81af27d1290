package dev.atf.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.cli.Atf;
import dev.atf.cli.CommandModelContract;
import dev.atf.cli.ProvidedCommand;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** Tests that the lab's commands with {@code --json} print one document, and nothing else. */
@Tag("system")
final class LabJsonDocumentsTest {
  /**
   * Commands that take a minute and more; their output is one object, written by Jackson or
   * protobuf.
   */
  private static final Set<String> LONG =
      Set.of(
          "demo",
          "chaos",
          "simulate scale",
          "bench run",
          "bench cost",
          "bench isolation",
          "bench outage",
          "bench peers");

  private static final ObjectMapper STRICT =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  @Test
  void theyPrintOneDocument() throws Exception {
    var ran = Atf.bare("simulate", "--seed", "1", "--json");

    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
    assertThat(STRICT.readTree(ran.out()).isContainerNode()).as(ran.out()).isTrue();
    var idle = Atf.bare("bench", "idle-cost", "--json");
    assertThat(STRICT.readTree(idle.out()).isContainerNode()).as(idle.out()).isTrue();
    var shown = new TreeSet<>(LONG);
    shown.add("simulate");
    shown.add("bench idle-cost");
    assertThat(shown).isEqualTo(ofTheLab());
  }

  /** Returns the names of the lab's commands with {@code --json}. */
  private static Set<String> ofTheLab() {
    var names =
        new LabCommands()
            .commands().stream()
                .map(ProvidedCommand::type)
                .map(type -> type.getAnnotation(Command.class).name())
                .collect(Collectors.toSet());
    return CommandModelContract.doers()
        .filter(spec -> spec.findOption("--json") != null)
        .map(CommandModelContract::name)
        .filter(name -> names.contains(name.split(" ")[0]))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
