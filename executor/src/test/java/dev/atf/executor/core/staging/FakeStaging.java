package dev.atf.executor.core.staging;

import dev.atf.executor.core.call.ContentSink;
import dev.atf.executor.core.call.StagingCalls;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.KeepOutputsRequest;
import dev.atf.protocol.v1.KeepOutputsResponse;
import dev.atf.protocol.v1.Resource;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * HSC in memory that keeps files by their digests: a write whose digest is wrong keeps nothing, and
 * outputs are recorded only if all contents are there and the claim is held.
 */
public final class FakeStaging implements StagingCalls {
  public final Map<String, byte[]> contents = new ConcurrentHashMap<>();
  public final Map<AttemptRef, List<Resource>> kept = new ConcurrentHashMap<>();
  public final AtomicInteger reads = new AtomicInteger();
  public final List<String> written = Collections.synchronizedList(new ArrayList<>());
  public final AtomicInteger keepCalls = new AtomicInteger();

  /** Tasks whose claims are not held any more. */
  public final Set<String> lost = ConcurrentHashMap.newKeySet();

  /** Number of the next calls that find no HSC. */
  public final AtomicInteger failures = new AtomicInteger();

  /** Runs in the middle of each content that is read. */
  public volatile Waiting duringRead = () -> {};

  /** Runs before outputs are recorded. */
  public volatile Runnable beforeKeep = () -> {};

  /** Action that may wait. */
  @FunctionalInterface
  public interface Waiting {
    void run() throws InterruptedException, IOException;
  }

  /** Keeps a content, and returns it as a resource. */
  public Resource resource(String path, String content) {
    return resource(path, content.getBytes(StandardCharsets.UTF_8));
  }

  public Resource resource(String path, byte[] content) {
    contents.put(sha256(content), content);
    return Resource.newBuilder()
        .setPath(path)
        .setSha256(sha256(content))
        .setBytes(content.length)
        .build();
  }

  public static String sha256(byte[] content) {
    return HexFormat.of().formatHex(FileDigest.newDigest().digest(content));
  }

  @Override
  public void read(String lambda, String sha256, ContentSink sink)
      throws IOException, InterruptedException {
    reads.incrementAndGet();
    fail();
    var content = contents.get(sha256);
    if (content == null) {
      throw RpcErrors.of(ErrorReason.RESOURCE_NOT_FOUND, "no resource " + sha256);
    }
    sink.begin(content.length);
    int half = content.length / 2;
    sink.add(ByteBuffer.wrap(content, 0, half).asReadOnlyBuffer());
    duringRead.run();
    sink.add(ByteBuffer.wrap(content, half, content.length - half).asReadOnlyBuffer());
  }

  @Override
  public List<String> missing(String lambda, List<String> sha256) {
    fail();
    if (sha256.isEmpty() || sha256.size() > 200) {
      throw RpcErrors.of(ErrorReason.FIELD_INVALID, "sha256: " + sha256.size());
    }
    return sha256.stream().filter(digest -> !contents.containsKey(digest)).toList();
  }

  @Override
  public void write(String lambda, String sha256, long bytes, InputStream content)
      throws IOException {
    fail();
    var read = content.readAllBytes();
    if (read.length != bytes || !sha256(read).equals(sha256)) {
      throw RpcErrors.of(ErrorReason.RESOURCE_DAMAGED, "another content than " + sha256);
    }
    contents.put(sha256, read);
    written.add(sha256);
  }

  @Override
  public KeepOutputsResponse keep(KeepOutputsRequest request) {
    keepCalls.incrementAndGet();
    fail();
    beforeKeep.run();
    if (lost.contains(request.getAttemptRef().getTaskId())) {
      return KeepOutputsResponse.newBuilder().setRefused(true).build();
    }
    var missing =
        request.getOutputsList().stream()
            .map(Resource::getSha256)
            .filter(digest -> !contents.containsKey(digest))
            .distinct()
            .toList();
    if (missing.isEmpty()) {
      kept.put(request.getAttemptRef(), request.getOutputsList());
    }
    return KeepOutputsResponse.newBuilder().addAllMissing(missing).build();
  }

  private void fail() {
    if (failures.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
      throw unavailable();
    }
  }

  private static StatusRuntimeException unavailable() {
    return Status.UNAVAILABLE.withDescription("no HSC").asRuntimeException();
  }
}
