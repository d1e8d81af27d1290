package dev.atf.executor.core.staging;

import dev.atf.executor.FailureCode;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.Work;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of one attempt: its work directory with the resources of its task, and its outputs. The
 * thread of the handler uses it; any thread may call {@link #workDirectory}.
 */
public final class AttemptFiles implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AttemptFiles.class);

  private final Staging staging;
  private final Work work;
  private final AttemptRef ref;
  private @Nullable WorkDirectory directory;
  private boolean isClosed;

  AttemptFiles(Staging staging, Work work, AttemptRef ref) {
    this.staging = staging;
    this.work = work;
    this.ref = ref;
  }

  /**
   * Puts the resources of the task into the work directory. Does nothing if the task has none.
   *
   * @throws StagingFailedException if the attempt fails before its handler is called
   * @throws DiskFullException if this host has no space for them now
   */
  public void stage() throws InterruptedException, StagingFailedException, DiskFullException {
    if (work.getResourcesCount() == 0 && work.getOutputsCount() == 0) {
      return;
    }
    WirePaths.require(work.getResourcesList());
    for (var pattern : work.getOutputsList()) {
      WirePaths.requireWritable("output", pattern);
    }
    var unused = OutputPatterns.of(work.getOutputsList());
    try {
      place(made());
    } catch (IOException e) {
      throwIfInterrupted(e);
      if (isDiskFull()) {
        throw full(e);
      }
      throw StagingFailedException.retriable(
          FailureCode.RESOURCES_UNAVAILABLE, "the work directory cannot be created: " + e);
    }
  }

  private void place(WorkDirectory target)
      throws IOException, InterruptedException, StagingFailedException, DiskFullException {
    for (var resource : work.getResourcesList()) {
      staging
          .cache()
          .place(
              work.getLambda(),
              resource,
              target.prepare(resource.getPath()),
              staging.process().downloads());
      target.placed(resource.getPath());
    }
  }

  private boolean isDiskFull() {
    try {
      return staging.room().isFull();
    } catch (IOException e) {
      return false;
    }
  }

  private DiskFullException full(IOException cause) {
    try {
      var full = staging.room().full(0);
      full.initCause(cause);
      return full;
    } catch (IOException e) {
      return new DiskFullException(0, "the disk is full: " + cause);
    }
  }

  /** Returns whether the attempt already has a work directory. */
  public synchronized boolean hasWorkDirectory() {
    return directory != null;
  }

  /**
   * Returns the work directory. It is created if the attempt has none yet.
   *
   * @throws IllegalStateException if the attempt has ended
   */
  public Path workDirectory() throws IOException {
    return made().path();
  }

  private synchronized WorkDirectory made() throws IOException {
    if (isClosed) {
      throw new IllegalStateException("the attempt has ended: taskId=" + work.getTaskId());
    }
    if (directory == null) {
      directory = WorkDirectory.make(staging.process().path(), work.getTaskId(), work.getEpoch());
    }
    return directory;
  }

  /** Returns whether files have to be stored after a success. */
  public boolean hasOutputs() {
    return work.getOutputsCount() > 0;
  }

  /**
   * Stores the outputs. They are durable when this method returns.
   *
   * @return false if the claim is no longer held
   * @throws StagingFailedException if they cannot be stored; the attempt then fails
   */
  public boolean keepOutputs() throws InterruptedException, StagingFailedException {
    try {
      var found = OutputScan.of(made(), OutputPatterns.of(work.getOutputsList()));
      return staging.outputs().keep(work.getLambda(), ref, found);
    } catch (IOException e) {
      throwIfInterrupted(e);
      throw OutputKeeper.notKept(e.toString());
    }
  }

  private static void throwIfInterrupted(IOException error) throws InterruptedException {
    if (Thread.interrupted() || error instanceof ClosedByInterruptException) {
      throw new InterruptedException();
    }
  }

  /** Removes the work directory. */
  @Override
  public synchronized void close() {
    isClosed = true;
    if (directory == null) {
      return;
    }
    try {
      directory.remove();
    } catch (IOException | RuntimeException e) {
      log.warn("work directory cannot be removed directory={}", directory.path(), e);
    }
    directory = null;
  }
}
