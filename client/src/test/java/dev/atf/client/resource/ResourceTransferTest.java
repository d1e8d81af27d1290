package dev.atf.client.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.atf.protocol.v1.DownloadResourceRequest;
import dev.atf.protocol.v1.DownloadResourceResponse;
import dev.atf.protocol.v1.FindMissingResourcesRequest;
import dev.atf.protocol.v1.FindMissingResourcesResponse;
import dev.atf.protocol.v1.ResourceServiceGrpc;
import dev.atf.protocol.v1.UploadResourceRequest;
import dev.atf.protocol.v1.UploadResourceResponse;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transfers against a real gRPC server that misbehaves. */
final class ResourceTransferTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(200);

  /** More bytes than HTTP/2 sends before the receiver has read. */
  private static final int LARGE = 4 * 1024 * 1024;

  private enum Manner {
    SILENT,
    EARLY,
    REFUSING,
    WRONG
  }

  @TempDir private Path directory;

  private final Misbehaving service = new Misbehaving();
  private Server server;
  private ManagedChannel channel;

  @BeforeEach
  void start() throws IOException {
    server =
        OkHttpServerBuilder.forPort(0, InsecureServerCredentials.create())
            .addService(service)
            .build()
            .start();
    channel =
        OkHttpChannelBuilder.forAddress(
                "127.0.0.1", server.getPort(), InsecureChannelCredentials.create())
            .build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  @Test
  @Tag("FI9")
  void aDownloadThatStopsIsGivenUpAndLeavesNothing() throws Exception {
    service.manner = Manner.SILENT;

    assertThatEnds(() -> download(SHORT), Status.Code.DEADLINE_EXCEEDED)
        .hasMessageContaining("no progress within PT0.2S");
    assertThat(directory).isEmptyDirectory();
    assertThat(service.cancelled.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void aDownloadWithAnotherDigestLeavesNothing() {
    service.manner = Manner.WRONG;

    assertThatThrownBy(() -> download(LONG))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the downloaded content has the digest");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  @Tag("FI9")
  void anUploadThatTheServerDoesNotReadIsGivenUp() throws Exception {
    service.manner = Manner.SILENT;

    assertThatEnds(() -> upload(SHORT), Status.Code.DEADLINE_EXCEEDED);
    assertThat(service.cancelled.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void anUploadEndsWithAnEarlyAnswer() throws IOException {
    service.manner = Manner.EARLY;

    assertThat(upload(LONG)).isFalse();
  }

  @Test
  void aRefusedUploadTellsWhy() {
    service.manner = Manner.REFUSING;

    assertThatEnds(() -> upload(LONG), Status.Code.PERMISSION_DENIED)
        .hasMessageContaining("not yours");
  }

  private static AbstractThrowableAssert<?, ?> assertThatEnds(
      ThrowingCallable call, Status.Code code) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class, e -> assertThat(e.getStatus().getCode()).isEqualTo(code));
  }

  private void download(Duration silenceMax) throws IOException {
    new ResourceTransfer(channel, null, silenceMax)
        .download("score", "0".repeat(64), directory.resolve("file"), bytes -> {});
  }

  private boolean upload(Duration silenceMax) throws IOException {
    var file = Files.write(directory.resolve("file"), new byte[LARGE]);
    return new ResourceTransfer(channel, null, silenceMax)
        .upload("score", file, FileContent.of(file), bytes -> {});
  }

  private static final class Misbehaving extends ResourceServiceGrpc.ResourceServiceImplBase {
    final CountDownLatch cancelled = new CountDownLatch(1);
    volatile Manner manner = Manner.SILENT;

    @Override
    public void findMissingResources(
        FindMissingResourcesRequest request, StreamObserver<FindMissingResourcesResponse> reply) {
      reply.onNext(
          FindMissingResourcesResponse.newBuilder().addAllSha256(request.getSha256List()).build());
      reply.onCompleted();
    }

    @Override
    public void downloadResource(
        DownloadResourceRequest request, StreamObserver<DownloadResourceResponse> reply) {
      ((ServerCallStreamObserver<?>) reply).setOnCancelHandler(cancelled::countDown);
      reply.onNext(
          DownloadResourceResponse.newBuilder().setData(ByteString.copyFromUtf8("part")).build());
      if (manner == Manner.WRONG) {
        reply.onCompleted();
      }
    }

    @Override
    public StreamObserver<UploadResourceRequest> uploadResource(
        StreamObserver<UploadResourceResponse> reply) {
      var call = (ServerCallStreamObserver<UploadResourceResponse>) reply;
      call.setOnCancelHandler(cancelled::countDown);
      call.disableAutoRequest();
      if (manner == Manner.EARLY) {
        call.onNext(UploadResourceResponse.getDefaultInstance());
        call.onCompleted();
      } else if (manner == Manner.REFUSING) {
        call.onError(Status.PERMISSION_DENIED.withDescription("not yours").asRuntimeException());
      }
      return new Unread();
    }
  }

  private record Unread() implements StreamObserver<UploadResourceRequest> {
    @Override
    public void onNext(UploadResourceRequest part) {
      throw new IllegalStateException("nothing was asked for");
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onCompleted() {}
  }
}
