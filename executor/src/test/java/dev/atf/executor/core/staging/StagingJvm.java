package dev.atf.executor.core.staging;

import dev.atf.executor.StagingConfig;
import dev.atf.executor.core.Rig;
import dev.atf.executor.core.call.ContentSink;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.StagingCalls;
import dev.atf.protocol.v1.KeepOutputsRequest;
import dev.atf.protocol.v1.KeepOutputsResponse;
import dev.atf.protocol.v1.Resource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Separate process that stages one resource and writes an output. It reads contents from a
 * directory, adds a file there for each download, and blocks indefinitely at the point that its
 * arguments name.
 *
 * <p>Arguments: directory of the test, digest, and where it stops: {@code download}, {@code
 * handler}, {@code output} or {@code nowhere}.
 */
public final class StagingJvm implements StagingCalls {
  private final Path directory;
  private final String stop;

  private StagingJvm(Path directory, String stop) {
    this.directory = directory;
    this.stop = stop;
  }

  public static void main(String[] args) throws Exception {
    var directory = Path.of(args[0]);
    var calls = new StagingJvm(directory, args[2]);
    var id = "jvm-" + ProcessHandle.current().pid();
    var process =
        Rig.staging(
            new ExecutorIdentity(id, Rig.LAMBDA, 1),
            new StagingConfig(directory.resolve("cache").toString(), 1_000_000_000, 0),
            StagingPorts.of(calls));
    process.start();
    var work =
        StagingRig.work(
            "task", List.of("out"), Resource.newBuilder().setPath("in").setSha256(args[1]).build());
    try (var files = StagingRig.files(process, work)) {
      files.stage();
      calls.reach("handler");
      Files.copy(files.workDirectory().resolve("in"), files.workDirectory().resolve("out"));
      if (!files.keepOutputs()) {
        throw new AssertionError("refused");
      }
    }
    process.close();
  }

  /** Says that this point is reached, and stops here if it is to. */
  private void reach(String point) throws IOException, InterruptedException {
    if (stop.equals(point)) {
      Files.createFile(directory.resolve("reached-" + point));
      new CountDownLatch(1).await();
    }
  }

  @Override
  public void read(String lambda, String sha256, ContentSink sink)
      throws IOException, InterruptedException {
    Files.createTempFile(directory, "read-", "");
    var content = Files.readAllBytes(directory.resolve("content"));
    sink.begin(content.length);
    int half = content.length / 2;
    sink.add(ByteBuffer.wrap(content, 0, half));
    reach("download");
    sink.add(ByteBuffer.wrap(content, half, content.length - half));
  }

  @Override
  public List<String> missing(String lambda, List<String> sha256) {
    return sha256;
  }

  @Override
  public void write(String lambda, String sha256, long bytes, InputStream content)
      throws IOException, InterruptedException {
    reach("output");
    Files.createTempFile(directory, "written-", "");
    content.skipNBytes(bytes);
  }

  @Override
  public KeepOutputsResponse keep(KeepOutputsRequest request) {
    return KeepOutputsResponse.getDefaultInstance();
  }
}
