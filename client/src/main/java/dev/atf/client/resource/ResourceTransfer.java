package dev.atf.client.resource;

import com.google.protobuf.ByteString;
import dev.atf.protocol.v1.DownloadResourceRequest;
import dev.atf.protocol.v1.FindMissingResourcesRequest;
import dev.atf.protocol.v1.ResourceServiceGrpc;
import dev.atf.protocol.v1.ResourceServiceGrpc.ResourceServiceBlockingV2Stub;
import dev.atf.protocol.v1.UploadResourceRequest;
import dev.atf.protocol.v1.UploadResourceResponse;
import io.grpc.CallCredentials;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One try of an upload or download. The caller may repeat it; a file that has already arrived is
 * not sent again.
 *
 * @param callTimeout timeout of short calls, and of silence in long calls
 */
public record ResourceTransfer(
    Channel channel, @Nullable CallCredentials credentials, Duration callTimeout) {
  /**
   * Size of a part in bytes: large compared to the headers of a message, and small compared to the
   * memory of a process.
   */
  private static final int PART_BYTES = 64 * 1024;

  /**
   * Uploads a file, unless the lambda's tenant already has it.
   *
   * @param sent receives the number of bytes sent so far
   * @return whether the file was sent
   * @throws StatusRuntimeException if the transfer was refused or not answered
   * @throws IOException if the file cannot be read
   */
  public boolean upload(String lambda, Path file, FileContent content, LongConsumer sent)
      throws IOException {
    var missing =
        ResourceServiceGrpc.newBlockingStub(channel)
            .withCallCredentials(credentials)
            .withDeadlineAfter(callTimeout.toMillis(), TimeUnit.MILLISECONDS)
            .findMissingResources(
                FindMissingResourcesRequest.newBuilder()
                    .setLambda(lambda)
                    .addSha256(content.sha256())
                    .build());
    if (missing.getSha256Count() == 0) {
      return false;
    }
    try (var in = Files.newInputStream(file);
        var call = new TransferCall<>(streaming().uploadResource(), callTimeout)) {
      return send(call, lambda, content, in, sent);
    }
  }

  private static boolean send(
      TransferCall<UploadResourceRequest, UploadResourceResponse> call,
      String lambda,
      FileContent file,
      InputStream content,
      LongConsumer sent)
      throws IOException {
    long done = 0;
    boolean open = true;
    boolean more = true;
    while (more && open) {
      var bytes = content.readNBytes(PART_BYTES);
      more = bytes.length == PART_BYTES;
      open =
          call.write(
              UploadResourceRequest.newBuilder()
                  .setLambda(lambda)
                  .setSha256(file.sha256())
                  .setBytes(file.bytes())
                  .setData(ByteString.copyFrom(bytes))
                  .build());
      done += bytes.length;
      sent.accept(done);
    }
    if (open) {
      call.endWriting();
    }
    return call.read()
        .orElseThrow(
            () -> Status.UNAVAILABLE.withDescription("no answer to an upload").asRuntimeException())
        .getCreated();
  }

  private ResourceServiceBlockingV2Stub streaming() {
    return ResourceServiceGrpc.newBlockingV2Stub(channel).withCallCredentials(credentials);
  }

  /**
   * Downloads a file. It appears at the target complete or not at all.
   *
   * @param received receives the number of bytes received so far
   * @throws StatusRuntimeException if the transfer was refused or not answered
   * @throws IOException if the file cannot be written, or has another digest
   */
  public void download(String lambda, String sha256, Path file, LongConsumer received)
      throws IOException {
    var request = DownloadResourceRequest.newBuilder().setLambda(lambda).setSha256(sha256).build();
    try (var call = new TransferCall<>(streaming().downloadResource(request), callTimeout)) {
      FileDownload.write(call, sha256, file, received);
    }
  }
}
