package dev.atf.executor.core.staging;

import dev.atf.executor.FailureCode;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.executor.core.call.StagingCalls;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.KeepOutputsRequest;
import dev.atf.protocol.v1.KeepOutputsResponse;
import dev.atf.protocol.v1.Resource;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Stores the outputs of an attempt in the HSC, before its success is reported. */
record OutputKeeper(ExecutorIdentity identity, StagingCalls calls, StagingRetry retry) {
  private record Content(Path file, FileDigest digest) {}

  /**
   * Stores files, and records them as the outputs of the attempt.
   *
   * @param files files by their paths in the work directory
   * @return false if the claim is no longer held
   */
  boolean keep(String lambda, AttemptRef attempt, SortedMap<String, Path> files)
      throws IOException, InterruptedException, StagingFailedException {
    if (files.isEmpty()) {
      return true;
    }
    var contents = new HashMap<String, Content>();
    var request =
        KeepOutputsRequest.newBuilder()
            .setExecutorId(identity.executorId())
            .setLambda(lambda)
            .setAttemptRef(attempt);
    for (var file : files.entrySet()) {
      var digest = FileDigest.of(file.getValue());
      contents.putIfAbsent(digest.sha256(), new Content(file.getValue(), digest));
      request.addOutputs(
          Resource.newBuilder()
              .setPath(file.getKey())
              .setSha256(digest.sha256())
              .setBytes(digest.bytes()));
    }
    try {
      return keep(request.build(), contents);
    } catch (StatusRuntimeException e) {
      throw notKept(GrpcCall.brief(e.getStatus()));
    }
  }

  private boolean keep(KeepOutputsRequest request, Map<String, Content> contents)
      throws IOException, InterruptedException, StagingFailedException {
    var lambda = request.getLambda();
    var digests = List.copyOf(contents.keySet());
    write(lambda, retry.of(() -> calls.missing(lambda, digests)), contents);
    var answer = record(request);
    if (!answer.getRefused() && answer.getMissingCount() > 0) {
      // They have expired since the HSC reported that it has them.
      write(lambda, answer.getMissingList(), contents);
      answer = record(request);
    }
    if (answer.getRefused()) {
      return false;
    }
    if (answer.getMissingCount() > 0) {
      throw notKept("%d files are gone as soon as written".formatted(answer.getMissingCount()));
    }
    return true;
  }

  private KeepOutputsResponse record(KeepOutputsRequest request)
      throws IOException, InterruptedException {
    return retry.of(() -> calls.keep(request));
  }

  private void write(String lambda, Collection<String> missing, Map<String, Content> contents)
      throws IOException, InterruptedException {
    for (var sha256 : missing) {
      var content = contents.get(sha256);
      if (content != null) {
        retry.of(
            () -> {
              try (var channel = FileDigest.open(content.file())) {
                long bytes = content.digest().bytes();
                calls.write(lambda, sha256, bytes, Channels.newInputStream(channel));
              }
              return sha256;
            });
      }
    }
  }

  static StagingFailedException notKept(String why) {
    return StagingFailedException.retriable(
        FailureCode.OUTPUTS_NOT_KEPT, "the outputs could not be kept: " + why);
  }
}
