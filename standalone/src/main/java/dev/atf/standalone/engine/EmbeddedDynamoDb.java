package dev.atf.standalone.engine;

import dev.atf.runtime.ConfigException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/** DynamoDB Local on the loopback, on disk or in memory. Serialises its writes. */
public final class EmbeddedDynamoDb implements AutoCloseable {
  private final DynamoDBProxyServer server;
  private final int port;

  private EmbeddedDynamoDb(DynamoDBProxyServer server, int port) {
    this.server = server;
    this.port = port;
  }

  /**
   * @param directory where the data live across restarts; empty: in memory
   * @param port 0 for any free one
   */
  public static EmbeddedDynamoDb start(Optional<Path> directory, int port) {
    int chosen = port == 0 ? FreePort.find() : port;
    var arguments = new ArrayList<>(List.of("-sharedDb", "-disableTelemetry"));
    arguments.addAll(List.of("-port", Integer.toString(chosen)));
    directory.ifPresentOrElse(
        path -> arguments.addAll(List.of("-dbPath", path.toString())),
        () -> arguments.add("-inMemory"));
    var out = System.out;
    try {
      // It introduces itself on standard output, which is for results.
      System.setOut(System.err);
      var server = ServerRunner.createServerFromCommandLineArgs(arguments.toArray(String[]::new));
      server.start();
      return new EmbeddedDynamoDb(server, chosen);
    } catch (Exception e) {
      throw new ConfigException(
          "DynamoDB Local cannot start on port " + chosen + ": " + e.getMessage());
    } finally {
      System.setOut(out);
    }
  }

  public String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local did not stop", e);
    }
  }
}
