package dev.atf.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.runtime.server.AuthMode;
import dev.atf.testtime.TestTimeouts;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Callers with IAM tokens while STS does not answer, refuses or is slow. */
final class StsOutageTest {
  private static final DateTimeFormatter SIGNED_AT =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssX", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration HEARTBEAT = Duration.ofSeconds(5);
  private static final HttpService CALL = (context, request) -> HttpResponse.of(HttpStatus.OK);

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger answer = new AtomicInteger(200);
  private final AtomicReference<CountDownLatch> held = new AtomicReference<>(new CountDownLatch(0));
  private final ExecutorService stsThreads = Executors.newCachedThreadPool();
  private HttpServer sts;
  private Authentication authentication;

  @BeforeEach
  void start() throws IOException {
    sts = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    sts.createContext("/", this::answer);
    sts.setExecutor(stsThreads);
    sts.start();
    var config =
        AuthConfig.NONE
            .with()
            .mode(AuthMode.AWS)
            .issuer("http://127.0.0.1:" + sts.getAddress().getPort())
            .audience("orders-hsc")
            .build();
    authentication =
        new Authentication(
            new AwsAuthenticator(config, now::get),
            now::get,
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
            false);
  }

  @AfterEach
  void stop() {
    held.get().countDown();
    sts.stop(0);
    stsThreads.shutdownNow();
  }

  @Test
  void anOutageCostsNoHeartbeatUntilTheSignatureEnds() {
    assertThat(call(token(1))).isEqualTo(200);
    answer.set(503);

    while (now.get().isBefore(START.plus(Duration.ofMinutes(15)).minus(HEARTBEAT))) {
      now.updateAndGet(time -> time.plus(HEARTBEAT));
      assertThat(call(token(1))).as("at " + now.get()).isEqualTo(200);
    }
    now.updateAndGet(time -> time.plus(HEARTBEAT));

    assertThat(call(token(1))).as("after its end").isNotEqualTo(200);
    await().untilAsserted(() -> assertThat(call(token(1))).isEqualTo(401));
  }

  @Test
  void aTokenThatWasNotVerifiedBeforeAnOutageIsRefusedInIt() {
    answer.set(503);

    assertThat(call(token(1))).isEqualTo(503);
  }

  @Test
  void throttlingEndsNoBelief() {
    assertThat(call(token(1))).isEqualTo(200);
    answer.set(429);
    now.updateAndGet(time -> time.plus(Duration.ofMinutes(1)));

    assertThat(call(token(1))).isEqualTo(200);
  }

  @Test
  void aRefusalByStsEndsBelief() {
    assertThat(call(token(1))).isEqualTo(200);
    answer.set(503);
    now.updateAndGet(time -> time.plus(Duration.ofMinutes(2)));
    assertThat(call(token(1))).as("in the outage").isEqualTo(200);

    answer.set(403);
    now.updateAndGet(time -> time.plus(Duration.ofSeconds(30)));
    assertThat(call(token(1))).as("revoked").isEqualTo(401);
    answer.set(503);

    assertThat(call(token(1))).as("revoked, and again an outage").isEqualTo(503);
  }

  @Test
  void aTokenIsVerifiedAgainAfterTheClockWasSetBack() {
    assertThat(call(token(1))).isEqualTo(200);
    answer.set(403);

    now.updateAndGet(time -> time.minus(Duration.ofMinutes(1)));

    await().untilAsserted(() -> assertThat(call(token(1))).isEqualTo(401));
  }

  @Test
  void aTokenIsVerifiedAgainInTheBackgroundBeforeItIsStale() {
    assertThat(call(token(1))).isEqualTo(200);
    held.set(new CountDownLatch(1));
    now.updateAndGet(time -> time.plus(Duration.ofSeconds(26)));

    assertThat(call(token(1))).as("does not wait for STS").isEqualTo(200);

    await().untilAsserted(() -> assertThat(asked).hasValue(2));
    answer.set(403);
    held.get().countDown();
    await().untilAsserted(() -> assertThat(call(token(1))).isEqualTo(401));
  }

  @Test
  void manyCallsWithOneTokenAskOnce() {
    held.set(new CountDownLatch(1));
    var calls = IntStream.range(0, 100).mapToObj(i -> begun(token(1))).toList();
    held.get().countDown();

    assertThat(calls).allSatisfy(call -> assertThat(status(call)).isEqualTo(200));
    assertThat(asked).hasValue(1);
  }

  @Test
  void theFirstCallsOfManyHostsAtOnceAreAccepted() {
    held.set(new CountDownLatch(1));
    var calls = IntStream.range(0, 500).mapToObj(i -> begun(token(i))).toList();
    held.get().countDown();

    assertThat(calls).allSatisfy(call -> assertThat(status(call)).isEqualTo(200));
    assertThat(asked).hasValue(500);
  }

  @Test
  void aFloodOfUnknownTokensWhileStsHangsDoesNotRefuseAVerifiedOne() {
    assertThat(call(token(-1))).isEqualTo(200);
    held.set(new CountDownLatch(1));
    var flood = IntStream.range(0, 3_000).mapToObj(i -> begun(token(i))).toList();
    now.updateAndGet(time -> time.plus(Duration.ofMinutes(1)));

    assertThat(call(token(-1))).isEqualTo(200);

    assertThat(flood).as("beyond the bound").anySatisfy(call -> assertThat(call).isDone());
  }

  private int call(String token) {
    return status(begun(token));
  }

  private static int status(CompletableFuture<HttpStatus> call) {
    return call.orTimeout(TestTimeouts.STALL.toMillis(), TimeUnit.MILLISECONDS).join().code();
  }

  private CompletableFuture<HttpStatus> begun(String token) {
    var request =
        HttpRequest.of(
            RequestHeaders.of(HttpMethod.GET, "/whoami", "authorization", "Bearer " + token));
    var context = ServiceRequestContext.builder(request).service(CALL).build();
    try {
      return authentication
          .serve(CALL, context, request)
          .aggregate()
          .thenApply(response -> response.status());
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Returns a token signed at the start; the signature is anything, for STS alone verifies it. */
  private static String token(int host) {
    return SignedIdentityRequest.bearer(
        "Action=GetCallerIdentity&Version=2011-06-15&X-Amz-Algorithm=AWS4-HMAC-SHA256"
            + "&X-Amz-SignedHeaders=host%3Bx-atf-audience&X-Amz-Credential=AKIDROLE"
            + "&X-Amz-Expires=900&X-Amz-Signature="
            + host
            + "&X-Amz-Date="
            + SIGNED_AT.format(START));
  }

  private void answer(HttpExchange exchange) {
    asked.incrementAndGet();
    try {
      held.get().await();
      var body =
          answer.get() == 200
              ? """
                {"GetCallerIdentityResponse":{"GetCallerIdentityResult":
                 {"Account":"111122223333","Arn":"arn:aws:iam::111122223333:user/u"}}}
                """
              : "{}";
      var bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.get(), bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }
}
