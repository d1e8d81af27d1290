package dev.atf.client.resource;

import com.google.protobuf.ByteString;
import dev.atf.protocol.v1.ResourceServiceGrpc.ResourceServiceStub;
import dev.atf.protocol.v1.UploadResourceRequest;
import dev.atf.protocol.v1.UploadResourceResponse;
import io.grpc.Deadline;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Upload of one content on the calling thread, as fast as the server takes it. */
final class UploadCall
    implements ClientResponseObserver<UploadResourceRequest, UploadResourceResponse> {
  /** Chosen: large beside the headers of a message, small beside the memory of a process. */
  private static final int PART_BYTES = 64 * 1024;

  private final Duration silenceMax;
  private @Nullable UploadResourceResponse answer;
  private @Nullable Throwable failure;
  private boolean over;

  /**
   * @param silenceMax time without any progress after which the call is given up
   */
  UploadCall(Duration silenceMax) {
    this.silenceMax = silenceMax;
  }

  /**
   * Sends a content.
   *
   * @param sent told the bytes that were sent so far
   * @return whether the server did not have it before
   * @throws StatusRuntimeException if it was refused, or there is no answer
   * @throws IOException if the content cannot be read
   */
  boolean send(
      ResourceServiceStub stub,
      String lambda,
      FileContent file,
      InputStream content,
      LongConsumer sent)
      throws IOException {
    var parts = (ClientCallStreamObserver<UploadResourceRequest>) stub.uploadResource(this);
    try {
      long done = 0;
      boolean more = true;
      while (more && awaitReady(parts)) {
        var bytes = content.readNBytes(PART_BYTES);
        more = bytes.length == PART_BYTES;
        parts.onNext(
            UploadResourceRequest.newBuilder()
                .setLambda(lambda)
                .setSha256(file.sha256())
                .setBytes(file.bytes())
                .setData(ByteString.copyFrom(bytes))
                .build());
        done += bytes.length;
        sent.accept(done);
      }
      if (!more) {
        parts.onCompleted();
      }
      return awaitAnswer().getCreated();
    } catch (IOException | RuntimeException e) {
      parts.cancel("given up", e);
      throw e;
    }
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<UploadResourceRequest> started) {
    started.setOnReadyHandler(this::wake);
  }

  @Override
  public synchronized void onNext(UploadResourceResponse response) {
    answer = response;
  }

  @Override
  public synchronized void onError(Throwable error) {
    failure = error;
    over = true;
    notifyAll();
  }

  @Override
  public synchronized void onCompleted() {
    over = true;
    notifyAll();
  }

  private synchronized void wake() {
    notifyAll();
  }

  /** Returns whether the next part may be sent; otherwise the call is over. */
  private boolean awaitReady(ClientCallStreamObserver<UploadResourceRequest> parts) {
    awaitUntil(() -> over || parts.isReady());
    return !isOver();
  }

  private synchronized boolean isOver() {
    return over;
  }

  private UploadResourceResponse awaitAnswer() {
    awaitUntil(() -> over);
    return answer();
  }

  private synchronized UploadResourceResponse answer() {
    if (failure != null) {
      throw failure instanceof StatusRuntimeException status
          ? status
          : Status.fromThrowable(failure).asRuntimeException();
    }
    if (answer == null) {
      throw Status.UNAVAILABLE.withDescription("no answer to an upload").asRuntimeException();
    }
    return answer;
  }

  private synchronized void awaitUntil(BooleanSupplier done) {
    var end = Deadline.after(silenceMax.toMillis(), TimeUnit.MILLISECONDS);
    while (!done.getAsBoolean()) {
      long left = end.timeRemaining(TimeUnit.MILLISECONDS);
      if (left <= 0) {
        throw Status.DEADLINE_EXCEEDED
            .withDescription("no progress within " + silenceMax)
            .asRuntimeException();
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw Status.CANCELLED.withCause(e).asRuntimeException();
      }
    }
  }
}
