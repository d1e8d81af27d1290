package dev.atf.executor.core.call;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.atf.protocol.v1.FindMissingOutputsRequest;
import dev.atf.protocol.v1.FindMissingOutputsResponse;
import dev.atf.protocol.v1.ReadResourceRequest;
import dev.atf.protocol.v1.ReadResourceResponse;
import dev.atf.protocol.v1.StagingServiceGrpc;
import dev.atf.protocol.v1.WriteOutputRequest;
import dev.atf.protocol.v1.WriteOutputResponse;
import dev.atf.runtime.rpc.RpcServer;
import dev.atf.runtime.server.RpcServerConfig;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the streams of files over a real connection. */
final class GrpcStagingTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int PART = 256 * 1024;

  private final AtomicInteger silences = new AtomicInteger();
  private final Service service = new Service();
  private final RpcServer server =
      RpcServer.start(
          "fake",
          RpcServerConfig.onPort(0).withDrainTimeout(Duration.ZERO),
          new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
          () -> true,
          List.of(service),
          grpc -> {},
          builder -> builder.connectionDrainDuration(Duration.ZERO));
  private final ManagedChannel channel =
      OkHttpChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();

  @AfterEach
  void close() {
    service.goOn.countDown();
    channel.shutdownNow();
    server.close();
  }

  private GrpcStaging calls(Duration idle) {
    return new GrpcStaging(channel, idle, silences::incrementAndGet);
  }

  /** HSC that sends as many parts as the digest says, or takes them. */
  private static final class Service extends StagingServiceGrpc.StagingServiceImplBase {
    final AtomicLong sent = new AtomicLong();
    final AtomicLong taken = new AtomicLong();
    final AtomicBoolean cancelled = new AtomicBoolean();
    final CountDownLatch goOn = new CountDownLatch(1);
    final CompletableFuture<WriteOutputRequest> first = new CompletableFuture<>();
    volatile boolean takesNothing;
    volatile boolean refusesAfterFirst;

    @Override
    public void readResource(
        ReadResourceRequest request, StreamObserver<ReadResourceResponse> observer) {
      var call = (ServerCallStreamObserver<ReadResourceResponse>) observer;
      call.setOnCancelHandler(() -> cancelled.set(true));
      if (request.getSha256().equals("silent")) {
        return;
      }
      if (request.getSha256().equals("absent")) {
        observer.onError(Status.NOT_FOUND.withDescription("no such file").asRuntimeException());
        return;
      }
      long parts = Long.parseLong(request.getSha256());
      var data = ByteString.copyFrom(new byte[PART]);
      call.setOnReadyHandler(
          () -> {
            while (call.isReady() && sent.get() < parts) {
              call.onNext(
                  ReadResourceResponse.newBuilder().setBytes(parts * PART).setData(data).build());
              if (sent.incrementAndGet() == parts) {
                call.onCompleted();
              }
            }
          });
    }

    @Override
    public void findMissingOutputs(
        FindMissingOutputsRequest request, StreamObserver<FindMissingOutputsResponse> observer) {
      observer.onNext(FindMissingOutputsResponse.newBuilder().addSha256("b").build());
      observer.onCompleted();
    }

    @Override
    public StreamObserver<WriteOutputRequest> writeOutput(
        StreamObserver<WriteOutputResponse> observer) {
      var call = (ServerCallStreamObserver<WriteOutputResponse>) observer;
      call.setOnCancelHandler(() -> cancelled.set(true));
      if (takesNothing) {
        call.disableAutoRequest();
      }
      return new StreamObserver<>() {
        @Override
        public void onNext(WriteOutputRequest request) {
          first.complete(request);
          taken.addAndGet(request.getData().size());
          if (refusesAfterFirst) {
            call.onError(Status.UNAVAILABLE.withDescription("store away").asRuntimeException());
          }
        }

        @Override
        public void onError(Throwable error) {}

        @Override
        public void onCompleted() {
          observer.onNext(WriteOutputResponse.getDefaultInstance());
          observer.onCompleted();
        }
      };
    }
  }

  /** Sink that waits before each part. */
  private static final class Sink implements ContentSink {
    final ByteArrayOutputStream read = new ByteArrayOutputStream();
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch goOn;
    long bytes = -1;

    Sink(CountDownLatch goOn) {
      this.goOn = goOn;
    }

    @Override
    public void begin(long length) throws InterruptedException {
      bytes = length;
      begun.countDown();
      goOn.await();
    }

    @Override
    public void add(ByteBuffer part) {
      var copy = new byte[part.remaining()];
      part.get(copy);
      read.writeBytes(copy);
    }
  }

  private static Sink open() {
    return new Sink(new CountDownLatch(0));
  }

  @Test
  void aFileIsReadWhole() throws Exception {
    var sink = open();

    calls(LONG).read("paint", "20", sink);

    assertThat(sink.bytes).isEqualTo(20 * PART);
    assertThat(sink.read.size()).isEqualTo(20 * PART);
  }

  @Test
  void aSlowReaderHoldsTheServerBack() throws Exception {
    var sink = new Sink(service.goOn);
    var reader =
        CompletableFuture.runAsync(
            () -> {
              try {
                calls(LONG).read("paint", "400", sink);
              } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    assertThat(sink.begun.await(60, SECONDS)).isTrue();
    var before = new AtomicLong(-1);
    await()
        .pollInterval(Duration.ofMillis(200))
        .until(() -> before.getAndSet(service.sent.get()) == service.sent.get());

    assertThat(service.sent.get()).isLessThan(200);

    service.goOn.countDown();
    reader.get(60, SECONDS);
    assertThat(sink.read.size()).isEqualTo(400 * PART);
  }

  @Test
  void aSilentServerEndsTheCall() {
    assertThatThrownBy(() -> calls(Duration.ofMillis(100)).read("paint", "silent", open()))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
    assertThat(silences).hasValue(1);
    await().until(service.cancelled::get);
  }

  @Test
  void aRefusalKeepsItsStatus() {
    assertThatThrownBy(() -> calls(LONG).read("paint", "absent", open()))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessage("NOT_FOUND: no such file");
  }

  @Test
  void anInterruptionCancelsTheCall() throws Exception {
    var interrupted = new CompletableFuture<Boolean>();
    var thread =
        new Thread(
            () -> {
              try {
                calls(LONG).read("paint", "silent", open());
              } catch (InterruptedException e) {
                interrupted.complete(true);
              } catch (IOException e) {
                interrupted.complete(false);
              }
            });
    thread.start();
    await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);

    thread.interrupt();

    assertThat(interrupted.get(60, SECONDS)).isTrue();
  }

  @Test
  void aFileIsWrittenWhole() throws Exception {
    calls(LONG)
        .write("paint", "digest", 5 * PART + 1, new ByteArrayInputStream(new byte[5 * PART + 1]));

    assertThat(service.taken).hasValue(5 * PART + 1);
    assertThat(service.first.get().getSha256()).isEqualTo("digest");
    assertThat(service.first.get().getBytes()).isEqualTo(5 * PART + 1);
    assertThat(service.first.get().getLambda()).isEqualTo("paint");
  }

  @Test
  void anEmptyFileIsWritten() throws Exception {
    calls(LONG).write("paint", "digest", 0, InputStream.nullInputStream());

    assertThat(service.first.get(60, SECONDS).getBytes()).isZero();
  }

  @Test
  void aServerThatTakesNothingHoldsTheWriterBack() {
    service.takesNothing = true;
    var read = new AtomicLong();
    var endless =
        new InputStream() {
          @Override
          public int read() {
            read.incrementAndGet();
            return 0;
          }

          @Override
          public int read(byte[] bytes, int from, int length) {
            read.addAndGet(length);
            return length;
          }
        };

    assertThatThrownBy(() -> calls(Duration.ofSeconds(1)).write("p", "d", 5_000_000_000L, endless))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
    assertThat(read.get()).isLessThan(50_000_000);
  }

  @Test
  void aServerThatGivesUpEndsTheWriting() {
    service.refusesAfterFirst = true;

    assertThatThrownBy(
            () ->
                calls(LONG)
                    .write("p", "d", 200 * PART, new ByteArrayInputStream(new byte[200 * PART])))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessage("UNAVAILABLE: store away");
  }

  @Test
  void aContentThatEndsBeforeCancelsTheCall() {
    assertThatThrownBy(
            () -> calls(LONG).write("p", "d", PART, new ByteArrayInputStream(new byte[PART - 1])))
        .isInstanceOf(EOFException.class);
    await().until(service.cancelled::get);
  }

  @Test
  void missingOutputsAreNamed() throws Exception {
    assertThat(calls(LONG).missing("paint", List.of("a", "b"))).containsExactly("b");
  }
}
