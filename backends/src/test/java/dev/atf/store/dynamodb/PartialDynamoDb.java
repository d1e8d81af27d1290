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
import java.util.Set;
import java.util.concurrent.Executors;

/**
 * A store that speaks a part of DynamoDB's protocol: passes calls on to a whole one, without what
 * it lacks.
 */
public final class PartialDynamoDb {
  private static final String OLD_ITEMS =
      setting("ReturnValuesOnConditionCheckFailure", "\"ALL_OLD\"");
  private static final String STREAM = setting("StreamSpecification", "\\{[^}]*\\}");
  private static final Set<String> OF_TTL_AND_STREAMS =
      Set.of("UpdateTimeToLive", "DescribeTimeToLive", "UpdateTable");

  private static final byte[] UNKNOWN =
      "{\"__type\":\"com.amazonaws.dynamodb.v20120810#UnknownOperationException\"}"
          .getBytes(StandardCharsets.UTF_8);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI store;
  private final String unknownSetting;
  private final Set<String> unknownCalls;
  private final HttpServer server;

  static {
    // Else each answer waits for an acknowledgement of its head.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private PartialDynamoDb(URI store, String unknownSetting, Set<String> unknownCalls)
      throws IOException {
    this.store = store;
    this.unknownSetting = unknownSetting;
    this.unknownCalls = unknownCalls;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::passOn);
    server.setExecutor(
        Executors.newCachedThreadPool(
            turn -> {
              var thread = new Thread(turn, "partial-dynamodb");
              thread.setDaemon(true);
              return thread;
            }));
    server.start();
  }

  /** Returns the address of one that refuses conditional writes without their items. */
  public static String withoutOldItems(String endpoint) {
    return address(endpoint, OLD_ITEMS, Set.of());
  }

  /** Returns the address of one whose items stay, and whose writes nobody can follow. */
  public static String withoutTtlAndStreams(String endpoint) {
    return address(endpoint, STREAM, OF_TTL_AND_STREAMS);
  }

  private static String address(String endpoint, String setting, Set<String> calls) {
    try {
      var server = new PartialDynamoDb(URI.create(endpoint), setting, calls).server;
      return "http://127.0.0.1:" + server.getAddress().getPort();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the pattern of a setting, with one of the commas around it. */
  private static String setting(String name, String value) {
    var whole = "\"" + name + "\":" + value;
    return "," + whole + "|" + whole + ",";
  }

  private void passOn(HttpExchange call) throws IOException {
    var body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var target = call.getRequestHeaders().getFirst("X-Amz-Target");
    if (unknownCalls.contains(target.substring(target.indexOf('.') + 1))) {
      answer(call, 400, UNKNOWN);
      return;
    }
    var request = HttpRequest.newBuilder(store);
    for (var header : List.of("X-Amz-Target", "Content-Type", "Authorization")) {
      request.header(header, call.getRequestHeaders().getFirst(header));
    }
    var without = body.replaceAll(unknownSetting, "");
    try {
      var answer =
          http.send(
              request.POST(HttpRequest.BodyPublishers.ofString(without)).build(),
              BodyHandlers.ofByteArray());
      answer(call, answer.statusCode(), answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange call, int status, byte[] body) throws IOException {
    call.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
    call.sendResponseHeaders(status, body.length);
    call.getResponseBody().write(body);
    call.close();
  }
}
