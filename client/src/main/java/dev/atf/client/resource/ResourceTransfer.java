package dev.atf.client.resource;

import dev.atf.protocol.v1.DownloadResourceRequest;
import dev.atf.protocol.v1.FindMissingResourcesRequest;
import dev.atf.protocol.v1.ResourceServiceGrpc;
import io.grpc.CallCredentials;
import io.grpc.Channel;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One try of an upload or download. The caller may repeat it: a file that has arrived is not sent
 * again.
 *
 * @param callTimeout of short calls, and of the silence in long ones
 */
public record ResourceTransfer(
    Channel channel, @Nullable CallCredentials credentials, Duration callTimeout) {
  /**
   * Uploads a file, unless the lambda's tenant has it.
   *
   * @param sent told the bytes that were sent so far
   * @return whether it was sent
   * @throws StatusRuntimeException if it was refused, or there is no answer
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
    var stub = ResourceServiceGrpc.newStub(channel).withCallCredentials(credentials);
    try (var in = Files.newInputStream(file)) {
      return new UploadCall(callTimeout).send(stub, lambda, content, in, sent);
    }
  }

  /**
   * Downloads a file to a place, where it is whole or not at all.
   *
   * @param received told the bytes that were received so far
   * @throws StatusRuntimeException if it was refused, or there is no answer
   * @throws IOException if it cannot be written, or has another digest
   */
  public void download(String lambda, String sha256, Path file, LongConsumer received)
      throws IOException {
    var parts =
        ResourceServiceGrpc.newBlockingStub(channel)
            .withCallCredentials(credentials)
            .downloadResource(
                DownloadResourceRequest.newBuilder().setLambda(lambda).setSha256(sha256).build());
    ArrivingFile.write(parts, sha256, file, received);
  }
}
