package dev.atf.hsc.rpc;

import dev.atf.access.Transfers.Transfer;
import dev.atf.blob.BlobUpload;
import dev.atf.blob.TenantFiles;
import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.hsc.resource.OutputRecording;
import dev.atf.hsc.resource.StagedFiles;
import dev.atf.model.check.InvalidFieldException;
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
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Calls of executors for the files of their attempts. */
public final class StagingRpc extends StagingServiceGrpc.StagingServiceImplBase {
  private final StagedFiles files;
  private final OutputRecording recording;
  private final Bulkheads bulkheads;
  private final Lambdas lambdas;
  private final InstantSource clock;

  @Inject
  StagingRpc(
      StagedFiles files,
      OutputRecording recording,
      Bulkheads bulkheads,
      Lambdas lambdas,
      InstantSource clock) {
    this.files = files;
    this.recording = recording;
    this.bulkheads = bulkheads;
    this.lambdas = lambdas;
    this.clock = clock;
  }

  @Override
  public void readResource(
      ReadResourceRequest request, StreamObserver<ReadResourceResponse> reply) {
    Transfer transfer;
    try {
      transfer = files.transfer(request.getLambda(), LongCall.begin());
    } catch (RuntimeException e) {
      reply.onError(RpcAnswers.statusOf("ReadResource", e));
      return;
    }
    TenantFiles.Opened opened;
    try {
      opened = files.open(request.getLambda(), request.getSha256());
    } catch (RuntimeException e) {
      transfer.close();
      reply.onError(RpcAnswers.statusOf("ReadResource", e));
      return;
    }
    ContentSender.send(
        reply,
        transfer.of(opened.content()),
        part -> ReadResourceResponse.newBuilder().setBytes(opened.bytes()).setData(part).build(),
        e -> RpcAnswers.statusOf("ReadResource", e));
  }

  @Override
  public void findMissingOutputs(
      FindMissingOutputsRequest request, StreamObserver<FindMissingOutputsResponse> reply) {
    RpcAnswers.answer(
        "FindMissingOutputs",
        reply,
        () -> {
          var missing =
              bulkheads
                  .results()
                  .call(
                      lambdas.share(request.getLambda()),
                      () -> files.missing(request.getLambda(), request.getSha256List()));
          return FindMissingOutputsResponse.newBuilder().addAllSha256(missing).build();
        });
  }

  @Override
  public StreamObserver<WriteOutputRequest> writeOutput(StreamObserver<WriteOutputResponse> reply) {
    return new ContentReceiver<>(
        reply, new Sink(LongCall.begin()), e -> RpcAnswers.statusOf("WriteOutput", e));
  }

  @Override
  public void keepOutputs(KeepOutputsRequest request, StreamObserver<KeepOutputsResponse> reply) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    RpcAnswers.answer(
        "KeepOutputs",
        reply,
        () -> {
          var outputs = RequestChecks.outputs(request);
          return bulkheads
              .results()
              .call(
                  lambdas.share(request.getLambda()),
                  () -> recording.record(request, outputs, now));
        });
  }

  private final class Sink
      implements ContentReceiver.Sink<WriteOutputRequest, WriteOutputResponse> {
    private final LongCall call;
    private @Nullable Transfer transfer;
    private @Nullable BlobUpload upload;

    Sink(LongCall call) {
      this.call = call;
    }

    @Override
    public void add(WriteOutputRequest part) {
      var begun = upload;
      if (begun == null) {
        transfer = files.transfer(part.getLambda(), call);
        begun = files.write(part.getLambda(), part.getSha256(), part.getBytes());
        upload = begun;
      }
      begun.write(part.getData().asReadOnlyByteBuffer());
      call.moved(part.getSerializedSize());
    }

    @Override
    public WriteOutputResponse finish() {
      var begun = upload;
      if (begun == null) {
        throw new InvalidFieldException("sha256", "no message", "one, with lambda and sha256");
      }
      call.received();
      boolean unused = begun.finish();
      return WriteOutputResponse.getDefaultInstance();
    }

    @Override
    public void close() {
      var begun = upload;
      if (begun != null) {
        begun.close();
      }
      var ended = transfer;
      if (ended != null) {
        ended.close();
      }
    }
  }
}
