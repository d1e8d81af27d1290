package dev.atf.cli.access;

import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.PrintableWriter;
import dev.atf.cli.output.ProtoJson;
import dev.atf.cli.output.Terminal;
import dev.atf.local.ApiConnection;
import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of every command that calls the public API. */
@Command
public final class ApiOptions {
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
      defaultValue = "${env:ATF_CALL_TIMEOUT:-10s}",
      description = "Time limit of each call (default: $$ATF_CALL_TIMEOUT, else 10s).")
  private Duration callTimeout;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      defaultValue = "${env:ATF_TOKEN}",
      description =
          "The caller's token (default: $$ATF_TOKEN). Other users can see it in the list of"
              + " processes.")
  private @Nullable String token;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      defaultValue = "${env:ATF_TOKEN_FILE}",
      description = "A file with the caller's token (default: $$ATF_TOKEN_FILE).")
  private @Nullable Path tokenFile;

  public ApiConnection connect() {
    var credentials = readToken();
    try {
      return ApiConnection.open(server, callTimeout, credentials);
    } catch (ConfigException e) {
      throw new CommandFailedException("--server: " + e.getMessage());
    }
  }

  private Optional<String> readToken() {
    boolean isTyped = spec.commandLine().getParseResult().hasMatchedOption("--token");
    // An argument takes precedence over the environment.
    if (isTyped || tokenFile == null || tokenFile.toString().isEmpty()) {
      return Optional.ofNullable(token);
    }
    try {
      return Optional.of(Files.readString(tokenFile).strip());
    } catch (IOException e) {
      throw new CommandFailedException("--token-file: " + tokenFile + " cannot be read");
    }
  }

  public boolean json() {
    return json;
  }

  /**
   * Returns the writer for results. JSON is written unchanged. In text for people, control
   * characters are replaced.
   */
  public PrintWriter out() {
    var out = spec.commandLine().getOut();
    return json ? out : PrintableWriter.to(out);
  }

  /** Clears the terminal, if there is one. */
  public void clear() {
    spec.commandLine().getOut().print(terminal().cleared());
  }

  /** Returns the terminal that receives {@link #out}. */
  public Terminal terminal() {
    return ((Terminal.Owner) spec.root().userObject()).terminal();
  }

  public PrintWriter err() {
    return PrintableWriter.to(spec.commandLine().getErr());
  }

  /**
   * Makes calls on one connection and prints the answer.
   *
   * @param asText prints the answer for people
   * @return the exit code of success
   */
  public <M extends MessageOrBuilder> int answer(
      Function<ApiConnection, M> calls, Consumer<M> asText) {
    try (var connection = connect()) {
      print(calls.apply(connection), asText);
      return 0;
    }
  }

  /** Prints a message as JSON, or with {@code asText} for people. */
  public <M extends MessageOrBuilder> void print(M message, Consumer<M> asText) {
    if (json) {
      out().println(JSON.pretty(message));
    } else {
      asText.accept(message);
    }
  }
}
