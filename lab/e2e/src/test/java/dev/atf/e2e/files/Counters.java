package dev.atf.e2e.files;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Counters as services show them. */
final class Counters {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Counters() {}

  /** Returns the value of a counter without tags. */
  static long read(String service, String counter) {
    var request = HttpRequest.newBuilder(URI.create(service + "/metrics")).build();
    try {
      return HTTP.send(request, BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith(counter + " "))
          .mapToLong(line -> (long) Double.parseDouble(line.substring(counter.length() + 1)))
          .findFirst()
          .orElseThrow(() -> new AssertionError(service + " has no counter " + counter));
    } catch (IOException e) {
      throw new AssertionError(service + " does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
