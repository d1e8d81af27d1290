package dev.atf.lab.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Counts of the store consumer since its start.
 *
 * @param released references pushed for the first time in their epoch
 * @param pushedAgain copies pushed because the first was not claimed
 * @param looks alarms of unclaimed tasks that were moved without a push
 */
record ConsumerFigures(long released, long pushedAgain, long looks) {
  static ConsumerFigures read(String consumerUri) {
    try {
      var request = HttpRequest.newBuilder(URI.create(consumerUri + "/metrics")).build();
      var page =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .build()
              .send(request, BodyHandlers.ofString())
              .body();
      return new ConsumerFigures(
          counter(page, "atf_consumer_released_total"),
          counter(page, "atf_consumer_pushed_again_total"),
          counter(page, "atf_consumer_alarm_doubled_total"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the sum of a counter over its tags. */
  private static long counter(String page, String name) {
    return page.lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  ConsumerFigures since(ConsumerFigures before) {
    return new ConsumerFigures(
        released - before.released, pushedAgain - before.pushedAgain, looks - before.looks);
  }
}
