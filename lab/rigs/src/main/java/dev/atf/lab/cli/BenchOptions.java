package dev.atf.lab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of every benchmark: the poll interval of its system, and the format of its report. */
@Command
final class BenchOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--poll-interval",
      paramLabel = "D",
      defaultValue = "2s",
      description = "Of the store consumer (default: ${DEFAULT-VALUE}).")
  private Duration pollInterval;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  Duration pollInterval() {
    return pollInterval;
  }

  /**
   * @param asText prints it for people
   */
  void print(Record report, Consumer<PrintWriter> asText) throws JsonProcessingException {
    var out = spec.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().writeValueAsString(report));
      out.flush();
    } else {
      asText.accept(out);
    }
  }
}
