package dev.atf.standalone.cli;

import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;
import dev.atf.runtime.Durations;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command that calls the public API has. */
@Command
final class ApiOptions {
  static final String SERVER_DEFAULT = "http://127.0.0.1:8080";

  private static final ProtoJson JSON = new ProtoJson(JsonFormat.printer());

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "${env:ATF_SERVER:-" + SERVER_DEFAULT + "}",
      description = "The frontend (default: $$ATF_SERVER, else " + SERVER_DEFAULT + ").")
  private String server;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  @Option(
      names = "--call-timeout",
      paramLabel = "D",
      defaultValue = "10s",
      converter = DurationConverter.class,
      description = "Of each call (default: ${DEFAULT-VALUE}).")
  private Duration callTimeout;

  ApiConnection connect() {
    return ApiConnection.open(server, callTimeout);
  }

  boolean json() {
    return json;
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** The message as proto3 JSON. */
  void printJson(MessageOrBuilder message) {
    out().println(JSON.pretty(message));
    out().flush();
  }

  /** Reads {@code 5s} on the command line. */
  static final class DurationConverter implements CommandLine.ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return Durations.parse(text);
      } catch (dev.atf.runtime.ConfigException e) {
        throw new CommandLine.TypeConversionException(e.getMessage());
      }
    }
  }
}
