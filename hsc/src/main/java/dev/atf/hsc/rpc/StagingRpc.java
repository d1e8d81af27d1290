package dev.atf.hsc.rpc;

import dev.atf.blob.BlobUpload;
import dev.atf.blob.TenantFiles;
import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.resource.OutputRecording;
import dev.atf.hsc.resource.OutputRecording.Result;
import dev.atf.hsc.resource.StagedFiles;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.resource.Digest;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.FindMissingOutputsRequest;
import dev.atf.protocol.v1.FindMissingOutputsResponse;
import dev.atf.protocol.v1.KeepOutputsRequest;
import dev.atf.protocol.v1.KeepOutputsResponse;
import dev.atf.protocol.v1.ReadResourceRequest;
import dev.atf.protocol.v1.ReadResourceResponse;
import dev.atf.protocol.v1.StagingServiceGrpc;
import dev.atf.protocol.v1.WriteOutputRequest;
import dev.atf.protocol.v1.WriteOutputResponse;
import dev.atf.runtime.rpc.ContentReceiver;
import dev.atf.runtime.rpc.ContentSender;
import dev.atf.runtime.rpc.LongCall;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Calls of executors for the files of their attempts. */
public final class StagingRpc extends StagingServiceGrpc.StagingServiceImplBase {
  private final StagedFiles files;
  private final OutputRecording recording;
  private final Bulkheads bulkheads;
  private final InstantSource clock;
  private final Semaphore streams = new Semaphore(Bulkheads.STREAMS_MAX);

  @Inject
  StagingRpc(
      StagedFiles files, OutputRecording recording, Bulkheads bulkheads, InstantSource clock) {
    this.files = files;
    this.recording = recording;
    this.bulkheads = bulkheads;
    this.clock = clock;
  }

  @Override
  public void readResource(
      ReadResourceRequest request, StreamObserver<ReadResourceResponse> reply) {
    LongCall.begin();
    try {
      takeStream();
    } catch (RuntimeException e) {
      reply.onError(RpcAnswers.statusOf("ReadResource", e));
      return;
    }
    TenantFiles.Opened opened;
    try {
      opened = files.open(request.getLambda(), request.getSha256());
    } catch (RuntimeException e) {
      streams.release();
      reply.onError(RpcAnswers.statusOf("ReadResource", e));
      return;
    }
    ContentSender.send(
        reply,
        new Counted(opened.content()),
        part -> ReadResourceResponse.newBuilder().setBytes(opened.bytes()).setData(part).build(),
        e -> RpcAnswers.statusOf("ReadResource", e));
  }

  @Override
  public void findMissingOutputs(
      FindMissingOutputsRequest request, StreamObserver<FindMissingOutputsResponse> reply) {
    RpcAnswers.answer(
        "FindMissingOutputs",
        reply,
        () ->
            FindMissingOutputsResponse.newBuilder()
                .addAllSha256(files.missing(request.getLambda(), request.getSha256List()))
                .build());
  }

  @Override
  public StreamObserver<WriteOutputRequest> writeOutput(StreamObserver<WriteOutputResponse> reply) {
    LongCall.begin();
    return new ContentReceiver<>(reply, new Sink(), e -> RpcAnswers.statusOf("WriteOutput", e));
  }

  @Override
  public void keepOutputs(KeepOutputsRequest request, StreamObserver<KeepOutputsResponse> reply) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    RpcAnswers.answer(
        "KeepOutputs",
        reply,
        () -> {
          var call = RequestReader.outputs(request);
          return answer(
              bulkheads.results().call(call.lambda().value(), () -> recording.record(call, now)));
        });
  }

  private static KeepOutputsResponse answer(Result result) {
    var answer = KeepOutputsResponse.newBuilder().setRefused(result instanceof Result.ClaimLost);
    if (result instanceof Result.Missing missing) {
      answer.addAllMissing(missing.digests().stream().map(Digest::hex).toList());
    }
    return answer.build();
  }

  private void takeStream() {
    if (!streams.tryAcquire()) {
      throw RpcErrors.of(
          ErrorReason.OVERLOADED,
          "%d files are read and written at this HSC; try again".formatted(Bulkheads.STREAMS_MAX));
    }
  }

  /** Content whose end gives its stream back. */
  private final class Counted extends FilterInputStream {
    private boolean closed;

    Counted(InputStream content) {
      super(content);
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        streams.release();
        super.close();
      }
    }
  }

  private final class Sink
      implements ContentReceiver.Sink<WriteOutputRequest, WriteOutputResponse> {
    private @Nullable BlobUpload upload;

    @Override
    public void add(WriteOutputRequest part) {
      var begun = upload;
      if (begun == null) {
        takeStream();
        try {
          begun = files.write(part.getLambda(), part.getSha256(), part.getBytes());
        } finally {
          if (begun == null) {
            streams.release();
          }
        }
        upload = begun;
      }
      begun.write(part.getData().asReadOnlyByteBuffer());
    }

    @Override
    public WriteOutputResponse finish() {
      var begun = upload;
      if (begun == null) {
        throw new InvalidFieldException("sha256", "no message", "one, with lambda and sha256");
      }
      boolean unused = begun.finish();
      return WriteOutputResponse.getDefaultInstance();
    }

    @Override
    public void close() {
      var begun = upload;
      if (begun != null) {
        upload = null;
        streams.release();
        begun.close();
      }
    }
  }
}
