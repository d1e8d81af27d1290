package dev.atf.executor.core.staging;

import dev.atf.executor.StagingConfig;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.Work;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rate.Backoff;
import java.io.IOException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Files of the attempts of one process. Nothing is created on the disk until an attempt has files,
 * or its handler requests a work directory.
 */
public final class Staging implements AutoCloseable {
  private final ExecutorIdentity identity;
  private final CacheDirectory directory;
  private final CacheRoom room;
  private final ResourceCache cache;
  private final OutputKeeper outputs;
  private @Nullable ProcessDirectory process;

  /**
   * Creates the files of a process.
   *
   * @param backoff pauses after failed calls
   */
  public Staging(
      ExecutorIdentity identity,
      StagingConfig config,
      StagingPorts ports,
      Backoff backoff,
      Threads threads,
      RandomGenerator random) {
    this.identity = identity;
    this.directory = new CacheDirectory(config.path());
    this.room = new CacheRoom(directory, config, ports.disk(), threads);
    var retry = new StagingRetry(backoff, threads, random);
    this.cache =
        new ResourceCache(
            directory,
            new CachedContents(directory, ports.instants()),
            room,
            ports.calls(),
            retry,
            threads);
    this.outputs = new OutputKeeper(identity, ports.calls(), retry);
  }

  /** Removes the files that killed processes of this host have left. */
  public void start() {
    ProcessDirectory.removeDead(directory);
  }

  /** Returns the files of an attempt; the caller closes them. */
  public AttemptFiles of(Work work, AttemptRef ref) {
    return new AttemptFiles(this, work, ref);
  }

  CacheRoom room() {
    return room;
  }

  ResourceCache cache() {
    return cache;
  }

  OutputKeeper outputs() {
    return outputs;
  }

  /** Returns the directory of this process, and creates it first if necessary. */
  synchronized ProcessDirectory process() throws IOException {
    directory.make();
    if (process == null) {
      process = ProcessDirectory.open(directory, identity.executorId());
    }
    process.make();
    return process;
  }

  /** Removes the directory of this process. It must be called after the last attempt. */
  @Override
  public synchronized void close() {
    if (process != null) {
      process.close();
    }
  }
}
