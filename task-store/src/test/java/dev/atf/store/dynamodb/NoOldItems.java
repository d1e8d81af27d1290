package dev.atf.store.dynamodb;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;

/**
 * A store that refuses conditional writes without their items, as some that speak DynamoDB's
 * protocol do: passes calls on without {@code ReturnValuesOnConditionCheckFailure}.
 */
public final class NoOldItems {
  private static final String WANTED = "\"ReturnValuesOnConditionCheckFailure\":\"ALL_OLD\"";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI store;
  private final HttpServer server;

  static {
    // Else each answer waits for an acknowledgement of its head.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private NoOldItems(URI store) throws IOException {
    this.store = store;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::passOn);
    server.setExecutor(
        Executors.newCachedThreadPool(
            turn -> {
              var thread = new Thread(turn, "no-old-items");
              thread.setDaemon(true);
              return thread;
            }));
    server.start();
  }

  /** Address of such a store before the one at {@code endpoint}. */
  public static String before(String endpoint) {
    try {
      var port = new NoOldItems(URI.create(endpoint)).server.getAddress().getPort();
      return "http://127.0.0.1:" + port;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void passOn(HttpExchange call) throws IOException {
    var body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var request = HttpRequest.newBuilder(store);
    for (var header : List.of("X-Amz-Target", "Content-Type", "Authorization")) {
      request.header(header, call.getRequestHeaders().getFirst(header));
    }
    var without = body.replace("," + WANTED, "").replace(WANTED + ",", "");
    try {
      var answer =
          http.send(
              request.POST(HttpRequest.BodyPublishers.ofString(without)).build(),
              BodyHandlers.ofByteArray());
      answer
          .headers()
          .firstValue("content-type")
          .ifPresent(type -> call.getResponseHeaders().set("Content-Type", type));
      call.sendResponseHeaders(answer.statusCode(), answer.body().length);
      call.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      call.close();
    }
  }
}
