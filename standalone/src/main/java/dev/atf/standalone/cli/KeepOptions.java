package dev.atf.standalone.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Whose data a command deals with, and how it prints what it did. */
@Command
final class KeepOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Of atf up, on the embedded engine (default: .atf/data beside ./atf).")
  private @Nullable Path data;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  Path data() {
    return data == null ? Home.directory().resolve(".atf/data") : data;
  }

  void print(Record done, String asText) {
    var out = spec.commandLine().getOut();
    try {
      out.println(json ? new ObjectMapper().writeValueAsString(done) : asText);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
    out.flush();
  }
}
