package dev.atf.worker.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Checks whether a server can be reached. It succeeds if the server can be reached, and is retried
 * later otherwise. It is a tester of conditions (ADR 0088), and can be used as a task like any
 * other.
 */
final class ProbeHandler implements TaskHandler<JsonNode> {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration MAX = Duration.ofSeconds(10);
  private static final int DOUBLINGS_MAX = 20;
  private static final Pattern TCP =
      Pattern.compile("(?<host>[^:\\s]+|\\[[^]]+]):(?<port>\\d{1,5})");
  private static final URI PLACEHOLDER = URI.create("http://invalid.invalid/");

  private final AllowedAddresses allowed;

  ProbeHandler(AllowedAddresses allowed) {
    this.allowed = allowed;
  }

  /** Server to probe. Exactly one of the two forms is present. */
  private record Target(Optional<InetSocketAddress> tcp, Optional<URI> http, String host) {}

  @Override
  public Outcome handle(JsonNode payload, TaskContext context) throws InterruptedException {
    var fields = new PayloadFields(payload);
    var target = target(fields);
    var timeout = fields.duration("timeout").orElse(TIMEOUT);
    var first = fields.duration("first").orElse(FIRST);
    var max = fields.duration("max").orElse(MAX);
    var failure = fields.failure();
    if (failure.isPresent()) {
      return failure.get();
    }
    var verdict = allowed.of(target.host());
    if (verdict == AllowedAddresses.Verdict.REFUSED) {
      return Outcome.fatal(
          "PROBE_ADDRESS_REFUSED",
          target.host() + ": not an address that this executor may call (setting httpAllow)");
    }
    var problem =
        verdict == AllowedAddresses.Verdict.UNKNOWN
            ? Optional.of(target.host() + ": no address of this host is known")
            : target.tcp().isPresent()
                ? connect(target.tcp().get(), timeout)
                : get(target.http().orElseThrow(), timeout);
    return problem.isEmpty()
        ? Outcome.success()
        : Outcome.retryLater(after(context.attempt(), first, max), problem.get());
  }

  /** Returns the time until the next test, which doubles with each test. */
  static Duration after(int attempt, Duration first, Duration max) {
    var doubled = first.multipliedBy(1L << Math.min(attempt - 1, DOUBLINGS_MAX));
    return doubled.compareTo(max) < 0 ? doubled : max;
  }

  private static Target target(PayloadFields fields) {
    var tcp = fields.text("tcp");
    var http = fields.httpUrl("http");
    if (tcp.isPresent() == fields.any("http").isPresent()) {
      fields.violate("tcp", TextNode.valueOf(tcp.orElse("missing")), "either tcp or http");
    }
    if (tcp.isPresent()) {
      var matcher = TCP.matcher(tcp.get());
      int port = matcher.matches() ? Integer.parseInt(matcher.group("port")) : 0;
      if (port >= 1 && port <= 65_535) {
        var host = matcher.group("host");
        return new Target(
            Optional.of(InetSocketAddress.createUnresolved(host, port)), Optional.empty(), host);
      }
      fields.violate("tcp", TextNode.valueOf(tcp.get()), "host:port");
    }
    var uri = http.orElse(PLACEHOLDER);
    return new Target(Optional.empty(), Optional.of(uri), String.valueOf(uri.getHost()));
  }

  /** Returns the reason why no connection can be opened; empty if one can. */
  private static Optional<String> connect(InetSocketAddress address, Duration timeout) {
    try (var socket = new Socket()) {
      var resolved = new InetSocketAddress(address.getHostString(), address.getPort());
      socket.connect(resolved, Math.toIntExact(Math.min(timeout.toMillis(), Integer.MAX_VALUE)));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("tcp " + address.getHostString() + ":" + address.getPort() + ": " + e);
    }
  }

  /**
   * Returns why the URL is not answered with success; empty if it is. The timeout of a request ends
   * with the headers of its answer, so the whole answer is awaited here.
   */
  private static Optional<String> get(URI url, Duration timeout) throws InterruptedException {
    var request = HttpRequest.newBuilder(url).version(ProcessHttpClient.version(url)).build();
    var call = ProcessHttpClient.INSTANCE.sendAsync(request, BodyHandlers.discarding());
    try {
      int status = call.get(timeout.toNanos(), TimeUnit.NANOSECONDS).statusCode();
      return status >= 200 && status < 300
          ? Optional.empty()
          : Optional.of("GET " + url.getHost() + ": status " + status);
    } catch (TimeoutException e) {
      return Optional.of("GET %s: not answered within %s".formatted(url.getHost(), timeout));
    } catch (ExecutionException e) {
      return Optional.of("GET " + url.getHost() + ": " + e.getCause());
    } finally {
      call.cancel(true);
    }
  }
}
