package dev.atf.frontend.event;

import dev.atf.frontend.TestFrontend;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** Reads server-sent events, one block at a time. */
final class EventReader implements AutoCloseable {
  private final BufferedReader lines;

  private EventReader(InputStream body) {
    lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
  }

  static EventReader open(TestFrontend frontend, String path, String lastEventId) {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + frontend.port() + path));
    if (!lastEventId.isEmpty()) {
      request.header("last-event-id", lastEventId);
    }
    try {
      var response =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .build()
              .send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      var type = response.headers().firstValue("content-type").orElse("");
      if (response.statusCode() != 200 || !type.startsWith("text/event-stream")) {
        throw new AssertionError(response.statusCode() + " " + type);
      }
      return new EventReader(response.body());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the next block without the empty line after it. */
  String next() {
    try {
      var block = new StringBuilder();
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isEmpty()) {
          return block.toString();
        }
        block.append(line).append('\n');
      }
      throw new AssertionError("the stream has ended after: " + block);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
