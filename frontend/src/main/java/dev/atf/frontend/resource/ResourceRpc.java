package dev.atf.frontend.resource;

import static dev.atf.frontend.rpc.Replies.answer;

import dev.atf.access.Transfers.Transfer;
import dev.atf.blob.BlobUpload;
import dev.atf.blob.TenantFiles;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.protocol.v1.DownloadResourceRequest;
import dev.atf.protocol.v1.DownloadResourceResponse;
import dev.atf.protocol.v1.FindMissingResourcesRequest;
import dev.atf.protocol.v1.FindMissingResourcesResponse;
import dev.atf.protocol.v1.ResourceServiceGrpc;
import dev.atf.protocol.v1.UploadResourceRequest;
import dev.atf.protocol.v1.UploadResourceResponse;
import dev.atf.runtime.rpc.ContentReceiver;
import dev.atf.runtime.rpc.ContentSender;
import dev.atf.runtime.rpc.LongCall;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import org.jspecify.annotations.Nullable;

/** Adapter of ResourceService; {@link ErrorMapping} maps its exceptions. */
public final class ResourceRpc extends ResourceServiceGrpc.ResourceServiceImplBase {
  private final ResourceStore resources;
  private final ErrorMapping errors;

  @Inject
  ResourceRpc(ResourceStore resources, ErrorMapping errors) {
    this.resources = resources;
    this.errors = errors;
  }

  @Override
  public void findMissingResources(
      FindMissingResourcesRequest request, StreamObserver<FindMissingResourcesResponse> reply) {
    var missing = resources.missing(request.getLambda(), request.getSha256List());
    answer(reply, FindMissingResourcesResponse.newBuilder().addAllSha256(missing).build());
  }

  @Override
  public StreamObserver<UploadResourceRequest> uploadResource(
      StreamObserver<UploadResourceResponse> reply) {
    return new ContentReceiver<>(reply, new Sink(LongCall.begin()), this::error);
  }

  @Override
  public void downloadResource(
      DownloadResourceRequest request, StreamObserver<DownloadResourceResponse> reply) {
    var transfer = resources.transfer(request.getLambda(), LongCall.begin());
    TenantFiles.Opened opened;
    try {
      opened = resources.open(request.getLambda(), request.getSha256());
    } catch (RuntimeException e) {
      transfer.close();
      throw e;
    }
    ContentSender.send(
        reply,
        transfer.of(opened.content()),
        part ->
            DownloadResourceResponse.newBuilder().setBytes(opened.bytes()).setData(part).build(),
        this::error);
  }

  private RuntimeException error(RuntimeException thrown) {
    return StatusProto.toStatusRuntimeException(errors.statusOf(thrown));
  }

  private final class Sink
      implements ContentReceiver.Sink<UploadResourceRequest, UploadResourceResponse> {
    private final LongCall call;
    private @Nullable Transfer transfer;
    private @Nullable BlobUpload upload;

    Sink(LongCall call) {
      this.call = call;
    }

    @Override
    public void add(UploadResourceRequest part) {
      var begun = upload;
      if (begun == null) {
        transfer = resources.transfer(part.getLambda(), call);
        begun = resources.upload(part.getLambda(), part.getSha256(), part.getBytes());
        upload = begun;
      }
      begun.write(part.getData().asReadOnlyByteBuffer());
      call.moved(part.getSerializedSize());
    }

    @Override
    public UploadResourceResponse finish() {
      var begun = upload;
      if (begun == null) {
        throw new InvalidFieldException("sha256", "no message", "one, with lambda and sha256");
      }
      call.received();
      return UploadResourceResponse.newBuilder().setCreated(begun.finish()).build();
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
