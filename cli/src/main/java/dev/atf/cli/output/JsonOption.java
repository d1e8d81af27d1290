package dev.atf.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Output format of a command: text, or one JSON document. */
@Command
public final class JsonOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  public void print(Record done, String asText) {
    var out = spec.commandLine().getOut();
    try {
      out.println(json ? new ObjectMapper().writeValueAsString(done) : asText);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
