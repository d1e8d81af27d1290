package dev.atf.e2e.support;

import dev.atf.lab.processes.Part;
import dev.atf.testtime.ProgressWait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/** Number of leases that a store consumer ends over time, by its own metrics. */
public final class ExpiryRate {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /**
   * Number of leases that were ended since the sample before.
   *
   * @param at time of the sample, since the counting began
   */
  public record Sample(Duration at, long expired) {}

  private static final Duration ANSWER_MAX = Duration.ofMinutes(2);

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
   * Counts about every second until the tasks have ended.
   *
   * @return at least one sample
   */
  public List<Sample> samplesUntilEnded(Workload tasks) {
    var samples = new ArrayList<Sample>();
    var watched = Lasting.fromNow();
    var before = new AtomicLong(expired());
    ProgressWait.observing("the end of the tasks", tasks::progress)
        .pollInterval(SECOND)
        .until(
            () -> {
              long now = expired();
              samples.add(new Sample(watched.soFar(), now - before.getAndSet(now)));
              return tasks.haveEnded();
            });
    return List.copyOf(samples);
  }

  /** Returns the number since the store consumer was started. */
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
