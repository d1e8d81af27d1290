package dev.atf.local.engine;

import dev.atf.runtime.config.ConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/**
 * DynamoDB Local on the loopback interface, on disk or in memory. It serialises its writes.
 *
 * <p>Every process that can reach it can run commands, by writing tasks of the lambda {@code
 * command}.
 */
public final class EmbeddedDynamoDb implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  /** Allows no origin, because its clients are not web pages. */
  private static final String CORS_FROM_NOWHERE = "";

  private final DynamoDBProxyServer server;
  private final int port;

  private EmbeddedDynamoDb(DynamoDBProxyServer server, int port) {
    this.server = server;
    this.port = port;
  }

  /**
   * Starts DynamoDB Local.
   *
   * @param directory directory for data that survives restarts; if empty, data is in memory
   * @param port port to listen on; 0 for any free one
   */
  public static EmbeddedDynamoDb start(Optional<Path> directory, int port) {
    int chosen = port == 0 ? FreePort.find() : port;
    try {
      var handler = new LocalDynamoDBServerHandler(tables(directory), CORS_FROM_NOWHERE);
      var server = new DynamoDBProxyServer(chosen, handler);
      // It has no setting for its interface, and binds all of them.
      for (Connector connector : handler.getServer().getConnectors()) {
        ((ServerConnector) connector).setHost(LOOPBACK);
      }
      handler.getServer().setHandler(new CheckedJetty(handler.getServer().getHandler()));
      server.safeStart();
      return new EmbeddedDynamoDb(server, chosen);
    } catch (Exception e) {
      throw new ConfigException(
          "DynamoDB Local cannot start on port " + chosen + ": " + e.getMessage());
    }
  }

  /** Returns a handler with one database for all regions and access keys. */
  private static LocalDynamoDBRequestHandler tables(Optional<Path> directory) {
    @Nullable String path = directory.map(Path::toString).orElse(null);
    return new LocalDynamoDBRequestHandler(0, path == null, path, true, false);
  }

  public String endpoint() {
    return "http://" + LOOPBACK + ":" + port;
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("DynamoDB Local did not stop", e);
    }
  }

  /**
   * Refuses requests that web pages of other sites make a browser send, before they reach DynamoDB
   * Local.
   */
  private static final class CheckedJetty extends Handler.Wrapper {
    CheckedJetty(Handler engine) {
      super(engine);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      var authority = request.getHttpURI().getAuthority();
      var refusal =
          EngineBrowserRules.refusal(
              request.getMethod(),
              authority == null ? List.of() : List.of(authority),
              name -> request.getHeaders().getValuesList(name));
      if (refusal.isEmpty()) {
        return super.handle(request, response, callback);
      }
      Response.writeError(
          request, response, callback, refusal.get().httpStatus().code(), refusal.get().message());
      return true;
    }
  }
}
