package dev.atf.executor.core.staging;

import dev.atf.executor.StagingConfig;
import dev.atf.executor.core.Rig;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.StagingCalls;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Processes of one host that share a cache directory, with a disk and a time that a test sets. */
final class StagingRig implements DiskSpace {
  static final String LAMBDA = Rig.LAMBDA;
  private static final long GIGABYTE = 1_000_000_000;

  final FakeStaging hsc = new FakeStaging();
  final Path root;
  final AtomicLong usable = new AtomicLong(100 * GIGABYTE);
  private final AtomicLong seconds = new AtomicLong();
  private final long cacheBytesMax;
  private int processes;

  StagingRig(Path root) {
    this(root, GIGABYTE);
  }

  StagingRig(Path root, long cacheBytesMax) {
    this.root = root;
    this.cacheBytesMax = cacheBytesMax;
  }

  StagingConfig config() {
    return new StagingConfig(root.toString(), cacheBytesMax, 1_000);
  }

  /** Returns the files of one more process. */
  Staging process() {
    return process(hsc);
  }

  Staging process(StagingCalls calls) {
    return Rig.staging(
        new ExecutorIdentity("host:1:" + ++processes, LAMBDA, 1), config(), ports(calls));
  }

  StagingPorts ports(StagingCalls calls) {
    // Later with each use.
    return new StagingPorts(
        calls, this, () -> Instant.ofEpochSecond(2_000_000_000L + seconds.incrementAndGet()));
  }

  @Override
  public long usableBytes(Path directory) {
    return usable.get();
  }

  @Override
  public long totalBytes(Path directory) {
    return 100 * GIGABYTE;
  }

  static Work work(String taskId, Resource... resources) {
    return Work.newBuilder()
        .setTaskId(taskId)
        .setEpoch(3)
        .setLambda(LAMBDA)
        .addAllResources(Arrays.asList(resources))
        .build();
  }

  static Work work(String taskId, List<String> outputs, Resource... resources) {
    return work(taskId, resources).toBuilder().addAllOutputs(outputs).build();
  }

  static AttemptRef ref(Work work) {
    return AttemptRef.newBuilder().setTaskId(work.getTaskId()).setEpoch(work.getEpoch()).build();
  }

  static AttemptFiles files(Staging process, Work work) {
    return process.of(work, ref(work));
  }

  Path content(Resource resource) {
    return root.resolve("content").resolve(resource.getSha256());
  }

  /** Returns all that is below the directory of work directories, except downloads and locks. */
  List<String> left() throws IOException {
    var work = root.resolve("work");
    if (!Files.exists(work, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (var files = Files.walk(work)) {
      return files
          .filter(file -> !file.equals(work))
          .map(file -> work.relativize(file).toString())
          .sorted()
          .toList();
    }
  }
}
