package dev.atf.e2e.rollout;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.e2e.documents.Project;
import dev.atf.local.engine.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Prometheus with the rules of {@code docs/observability/alerts.yaml}. Every two seconds it scrapes
 * the processes that a test names, and evaluates the rules.
 */
final class AlertWatch implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/prometheus");

  private static final String CONFIG =
      """
      global: {scrape_interval: 2s, evaluation_interval: 2s}
      rule_files: [alerts.yaml]
      scrape_configs:
        - job_name: atf
          file_sd_configs: [{files: [targets.json], refresh_interval: 1s}]
      """;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path directory;
  private final int port = FreePort.find();
  private Optional<Process> process = Optional.empty();

  private AlertWatch(Path directory) {
    this.directory = directory;
  }

  /**
   * Prepares Prometheus; skips the test where it is not installed.
   *
   * @param directory a new one
   * @param pending how long the condition of an alert must hold until it fires, instead of the
   *     minutes of the rules. A test lasts for minutes only
   */
  static AlertWatch in(Path directory, Duration pending) throws IOException {
    assumeTrue(Files.isExecutable(PROGRAM), "no " + PROGRAM + " (package prometheus)");
    var rules = Project.document("docs/observability/alerts.yaml");
    Files.writeString(directory.resolve("prometheus.yaml"), CONFIG);
    Files.writeString(
        directory.resolve("alerts.yaml"),
        rules.replaceAll("(?m)^( +for: ).*$", "$1" + pending.toSeconds() + "s"));
    return new AlertWatch(directory);
  }

  /** Starts it, when everything runs whose absence is an alert. */
  void start() throws IOException {
    process =
        Optional.of(
            new ProcessBuilder(
                    PROGRAM.toString(),
                    "--config.file=prometheus.yaml",
                    "--storage.tsdb.path=data",
                    "--web.listen-address=127.0.0.1:" + port)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start());
  }

  /** Sets the processes that are scraped from now on. */
  void watch(Collection<URI> processes) {
    var addresses =
        processes.stream()
            .map(process -> '"' + process.getAuthority() + '"')
            .collect(Collectors.joining(",", "[{\"targets\":[", "]}]"));
    try {
      var written = Files.writeString(directory.resolve("next"), addresses);
      Files.move(written, directory.resolve("targets.json"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the names of the alerts that have fired at any time. */
  Set<String> fired() {
    return labels("max_over_time(ALERTS{alertstate=\"firing\"}[1d])", "alertname");
  }

  /** Returns the addresses of the processes that were scraped at any time. */
  Set<URI> scraped() {
    return labels("max_over_time(up[1d]) == 1", "instance").stream()
        .map(instance -> URI.create("http://" + instance))
        .collect(Collectors.toSet());
  }

  private Set<String> labels(String query, String label) {
    var uri =
        "http://127.0.0.1:%d/api/v1/query?query=%s"
            .formatted(port, URLEncoder.encode(query, StandardCharsets.UTF_8));
    try {
      var answer =
          http.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
      var series = new ObjectMapper().readTree(answer.body()).at("/data/result");
      var values = new TreeSet<String>();
      series.forEach(one -> values.add(one.at("/metric/" + label).asText()));
      return values;
    } catch (IOException e) {
      throw new IllegalStateException("Prometheus does not answer: " + process, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.ifPresent(Process::destroyForcibly);
  }
}
