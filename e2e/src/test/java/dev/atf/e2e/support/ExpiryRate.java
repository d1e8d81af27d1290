package dev.atf.e2e.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.standalone.processes.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** How many leases a store consumer ends in each second, by its own metrics. */
public final class ExpiryRate {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** As long as tasks are waited for anywhere: {@link Workload#awaitEnded}. */
  private static final int SECONDS_MAX = 120;

  private static final Duration ANSWER_MAX = Duration.ofSeconds(20);

  private static final Pattern EXPIRED =
      Pattern.compile(
          "^atf_consumer_alarm_applied_total\\{[^}]*event=\"expire[^}]*} ([0-9.E]+)$",
          Pattern.MULTILINE);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final HttpRequest request;

  public ExpiryRate(TestCluster cluster) {
    URI metrics = cluster.services().direct(Part.STORE_CONSUMER).resolve("/metrics");
    this.request = HttpRequest.newBuilder(metrics).timeout(ANSWER_MAX).build();
  }

  /**
   * Counts until the condition holds.
   *
   * @return the leases ended in the first second from now, in the second, …
   * @throws AssertionError if it does not hold after {@value #SECONDS_MAX} of them
   */
  public List<Long> perSecondUntil(BooleanSupplier over) {
    var rate = new ArrayList<Long>();
    var watched = Lasting.fromNow();
    long before = expired();
    while (!over.getAsBoolean()) {
      assertThat(rate).as("leases ended in each second").hasSizeLessThan(SECONDS_MAX);
      watched.until(SECOND.multipliedBy(rate.size() + 1L));
      long now = expired();
      rate.add(now - before);
      before = now;
    }
    return List.copyOf(rate);
  }

  /** Since the store consumer was started. */
  public long expired() {
    try {
      var matcher = EXPIRED.matcher(http.send(request, BodyHandlers.ofString()).body());
      double sum = 0;
      while (matcher.find()) {
        sum += Double.parseDouble(matcher.group(1));
      }
      return Math.round(sum);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
