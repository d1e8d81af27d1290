package dev.atf.runtime.rpc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.stream.StreamMessage;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.server.RpcServerConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Long calls whose caller neither sends nor reads. */
final class LongCallTest {
  private static final Duration STEP_MAX = Duration.ofMillis(300);
  private static final byte[] PART = new byte[LongCall.STEP_BYTES];

  private final CompletableFuture<Void> work = new CompletableFuture<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();

  @Test
  @Tag("T16")
  void contentThatDoesNotComeIsGivenUp() throws Exception {
    try (var server = start();
        var socket = request(server, "PUT /upload", "Content-Length: 1000000\r\n")) {
      socket.getOutputStream().write('x');

      requireEnded();
      assertThat(over).succeedsWithin(Duration.ofMinutes(1));
    }
  }

  @Test
  @Tag("T16")
  void contentThatIsNotReadIsGivenUp() throws Exception {
    try (var server = start();
        var unread = request(server, "GET /download", "")) {
      requireEnded();
      assertThat(unread.isConnected()).isTrue();
    }
  }

  @Test
  void contentThatMovesHasTimeForEachStep() {
    var context = ServiceRequestContext.of(HttpRequest.of(HttpMethod.GET, "/"));
    var call = LongCall.begin(context, Duration.ofMinutes(30));
    context.setRequestTimeout(Duration.ofMinutes(1));
    long shortened = context.requestTimeoutMillis();

    call.moved(LongCall.STEP_BYTES - 1);
    assertThat(context.requestTimeoutMillis()).isEqualTo(shortened);

    call.moved(1);
    assertThat(context.requestTimeoutMillis()).isGreaterThan(shortened + 60_000);
  }

  private void requireEnded() {
    assertThatThrownBy(() -> work.get(1, TimeUnit.MINUTES)).isInstanceOf(ExecutionException.class);
  }

  private RpcServer start() {
    return RpcServer.start(
        "test",
        RpcServerConfig.onPort(0).withDrainTimeout(Duration.ZERO),
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
        () -> true,
        List.of(),
        grpc -> {},
        http -> http.service("/upload", this::upload).service("/download", this::download));
  }

  private HttpResponse upload(ServiceRequestContext context, HttpRequest request) {
    var call = begin(context);
    return HttpResponse.of(
        CompletableFuture.supplyAsync(
            () -> {
              try (var body =
                  request.toInputStream(
                      part -> part instanceof HttpData data ? data : HttpData.empty())) {
                for (int read = 0; read >= 0; read = body.read(PART)) {
                  call.moved(read);
                }
                work.complete(null);
              } catch (IOException | RuntimeException e) {
                work.completeExceptionally(e);
              }
              return HttpResponse.of(200);
            },
            context.blockingTaskExecutor()));
  }

  private HttpResponse download(ServiceRequestContext context, HttpRequest request) {
    var call = begin(context);
    return HttpResponse.of(
        ResponseHeaders.of(200),
        StreamMessage.fromOutputStream(
            out -> {
              try (out) {
                while (true) {
                  out.write(PART);
                  call.moved(PART.length);
                }
              } catch (IOException e) {
                work.completeExceptionally(e);
                throw new UncheckedIOException(e);
              } catch (RuntimeException e) {
                work.completeExceptionally(e);
                throw e;
              }
            },
            context.blockingTaskExecutor()));
  }

  private LongCall begin(ServiceRequestContext context) {
    var call = LongCall.begin(context, STEP_MAX);
    call.whenOver(() -> over.complete(null));
    return call;
  }

  private static Socket request(RpcServer server, String line, String headers) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    var text = line + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    return socket;
  }
}
