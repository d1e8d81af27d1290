package dev.atf.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** {@code ./atf} in this process: the same parser, output and exit codes, without a new JVM. */
public final class Atf {
  private final String server;

  public record Ran(int exitCode, String out, String err) {
    public JsonNode json() {
      try {
        return new ObjectMapper().readTree(out);
      } catch (IOException e) {
        throw new IllegalStateException(out + err, e);
      }
    }
  }

  public Atf(String server) {
    this.server = server;
  }

  /** Runs a command that calls the API. */
  public Ran run(String... arguments) {
    return run(new StringWriter(), arguments);
  }

  /**
   * Runs a command that calls the API.
   *
   * @param err receives its standard error while it runs
   */
  Ran run(StringWriter err, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--server", server));
    return bare(err, all.toArray(String[]::new));
  }

  /** Runs any command as it is. */
  public static Ran bare(String... arguments) {
    return bare(new StringWriter(), arguments);
  }

  private static Ran bare(StringWriter err, String... arguments) {
    var out = new StringWriter();
    int exitCode =
        AtfCommand.commandLine(List.of(arguments))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Ran(exitCode, out.toString(), err.toString());
  }
}
