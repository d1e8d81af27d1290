package dev.atf.executor.core.call;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.atf.protocol.v1.FindMissingOutputsRequest;
import dev.atf.protocol.v1.KeepOutputsRequest;
import dev.atf.protocol.v1.KeepOutputsResponse;
import dev.atf.protocol.v1.ReadResourceRequest;
import dev.atf.protocol.v1.ReadResourceResponse;
import dev.atf.protocol.v1.StagingServiceGrpc;
import dev.atf.protocol.v1.WriteOutputRequest;
import dev.atf.protocol.v1.WriteOutputResponse;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Calls about files over gRPC. */
public final class GrpcStaging implements StagingCalls {
  /** Time without a message from the HSC after which a call fails. */
  public static final Duration IDLE_MAX = Duration.ofSeconds(30);

  /** Size in bytes of the parts of a file. The protocol allows at most 1 MiB. */
  private static final int PART_BYTES = 256 * 1024;

  /**
   * Minimum rate at which the HSC reads back a received file before it answers. It is a tenth of
   * the rate of one connection to S3.
   */
  private static final long READ_BACK_BYTES_PER_SECOND = 8 * 1024 * 1024;

  private final StagingServiceGrpc.StagingServiceStub streams;
  private final StagingServiceGrpc.StagingServiceFutureStub calls;
  private final Duration idle;
  private final Runnable whenSilent;

  /**
   * Creates the calls of an HSC about files.
   *
   * @param channel channel to the HSC
   * @param idle time without a message from the HSC after which a call fails
   * @param whenSilent runs if a call fails for this reason
   */
  public GrpcStaging(Channel channel, Duration idle, Runnable whenSilent) {
    this.streams = StagingServiceGrpc.newStub(channel);
    this.calls = StagingServiceGrpc.newFutureStub(channel);
    this.idle = idle;
    this.whenSilent = whenSilent;
  }

  @Override
  public void read(String lambda, String sha256, ContentSink sink)
      throws IOException, InterruptedException {
    try (var call =
        new StreamedCall<ReadResourceRequest, ReadResourceResponse>(1, idle, whenSilent)) {
      streams.readResource(
          ReadResourceRequest.newBuilder().setLambda(lambda).setSha256(sha256).build(), call);
      var part = call.next();
      sink.begin(
          part.orElseThrow(
                  () ->
                      Status.INTERNAL
                          .withDescription("an answer without parts")
                          .asRuntimeException())
              .getBytes());
      while (part.isPresent()) {
        sink.add(part.get().getData().asReadOnlyByteBuffer());
        call.request();
        part = call.next();
      }
    }
  }

  @Override
  public List<String> missing(String lambda, List<String> sha256) throws InterruptedException {
    var request =
        FindMissingOutputsRequest.newBuilder().setLambda(lambda).addAllSha256(sha256).build();
    return interruptibly(
        () -> GrpcCall.await(calls.findMissingOutputs(request), idle, whenSilent).getSha256List());
  }

  @Override
  public void write(String lambda, String sha256, long bytes, InputStream content)
      throws IOException, InterruptedException {
    try (var call =
        new StreamedCall<WriteOutputRequest, WriteOutputResponse>(2, idle, whenSilent)) {
      var ignored = streams.writeOutput(call);
      var part = WriteOutputRequest.newBuilder().setSha256(sha256).setBytes(bytes);
      long left = bytes;
      boolean taken;
      do {
        var data = content.readNBytes((int) Math.min(PART_BYTES, left));
        left -= data.length;
        if (data.length == 0 && left > 0) {
          throw new EOFException("the content is %d bytes short of %d".formatted(left, bytes));
        }
        // No other code has a reference to the array.
        taken = call.send(part.setLambda(lambda).setData(wrap(data)).build());
        part.clear();
      } while (taken && left > 0);
      call.endRequests();
      if (call.next(idle.plusSeconds(bytes / READ_BACK_BYTES_PER_SECOND)).isEmpty()) {
        throw Status.INTERNAL.withDescription("an end without an answer").asRuntimeException();
      }
    }
  }

  @Override
  public KeepOutputsResponse keep(KeepOutputsRequest request) throws InterruptedException {
    return interruptibly(() -> GrpcCall.await(calls.keepOutputs(request), idle, whenSilent));
  }

  private static ByteString wrap(byte[] data) {
    return UnsafeByteOperations.unsafeWrap(data);
  }

  private static <T> T interruptibly(Supplier<T> call) throws InterruptedException {
    try {
      return call.get();
    } catch (StatusRuntimeException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw e;
    }
  }
}
