package dev.atf.executor.core.staging;

import dev.atf.executor.FailureCode;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.executor.core.call.StagingCalls;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Resource;
import dev.atf.runtime.HostFileLock;
import dev.atf.runtime.loop.Threads;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Resources by digest, shared by the executors of a host. One of the executors downloads the
 * resource once. Each work directory gets a hard link to it.
 */
final class ResourceCache {
  /** Maximum number of tries if a resource is evicted again before it is linked. */
  private static final int TRIES_MAX = 3;

  private final CacheDirectory directory;
  private final CachedContents contents;
  private final CacheRoom room;
  private final StagingCalls calls;
  private final StagingRetry retry;
  private final Threads threads;

  ResourceCache(
      CacheDirectory directory,
      CachedContents contents,
      CacheRoom room,
      StagingCalls calls,
      StagingRetry retry,
      Threads threads) {
    this.directory = directory;
    this.contents = contents;
    this.room = room;
    this.calls = calls;
    this.retry = retry;
    this.threads = threads;
  }

  /**
   * Puts a resource at a path that does not exist yet. The parent of the path must exist.
   *
   * @param downloads directory of this process
   */
  void place(String lambda, Resource resource, Path target, Path downloads)
      throws IOException, InterruptedException, DiskFullException, StagingFailedException {
    var sha256 = resource.getSha256();
    for (int tries = 0; tries < TRIES_MAX; tries++) {
      if (contents.isKnown(sha256) && link(sha256, target)) {
        return;
      }
      var lock = HostFileLock.take(directory.downloadLock(sha256), threads);
      try {
        if (!contents.isSound(sha256)) {
          contents.drop(sha256);
          download(lambda, sha256, downloads);
        }
        if (link(sha256, target)) {
          return;
        }
      } finally {
        lock.close();
      }
    }
    throw StagingFailedException.retriable(
        FailureCode.RESOURCES_UNAVAILABLE,
        "resource %s: evicted from the cache of this host %d times before it was linked"
            .formatted(sha256, TRIES_MAX));
  }

  private void download(String lambda, String sha256, Path downloads)
      throws IOException, InterruptedException, DiskFullException, StagingFailedException {
    try {
      retry.of(
          () -> {
            try {
              downloadOnce(lambda, sha256, downloads);
              return sha256;
            } catch (DiskFullException | StagingFailedException e) {
              throw new NotRetriedException(e);
            }
          });
    } catch (StatusRuntimeException e) {
      throw StagingFailedException.retriable(
          code(e), "resource %s: %s".formatted(sha256, GrpcCall.brief(e.getStatus())));
    } catch (NotRetriedException e) {
      e.rethrow();
    }
  }

  private void downloadOnce(String lambda, String sha256, Path downloads)
      throws IOException, InterruptedException, DiskFullException, StagingFailedException {
    try (var file = new DownloadedFile(sha256, bytes -> room.reserve(downloads, sha256, bytes))) {
      try {
        calls.read(lambda, sha256, file);
      } catch (IOException e) {
        file.throwRefusal();
        // This is checked before the file is removed, because the removal frees some space.
        if (!Thread.currentThread().isInterrupted() && room.isFull()) {
          throw room.full(file.bytes());
        }
        throw e;
      }
      contents.publish(sha256, file.verified());
    }
  }

  private static FailureCode code(StatusRuntimeException error) {
    var reason = RpcErrors.reasonOf(error);
    if (reason.isEmpty()) {
      return error.getStatus().getCode() == Status.Code.NOT_FOUND
          ? FailureCode.RESOURCE_MISSING
          : FailureCode.RESOURCES_UNAVAILABLE;
    }
    if (reason.get() == ErrorReason.RESOURCE_NOT_FOUND
        || reason.get() == ErrorReason.RESOURCE_MISSING) {
      return FailureCode.RESOURCE_MISSING;
    }
    return reason.get() == ErrorReason.RESOURCE_DAMAGED
        ? FailureCode.RESOURCE_DAMAGED
        : FailureCode.RESOURCES_UNAVAILABLE;
  }

  /**
   * Links the content to the target, or copies it if a link is not possible.
   *
   * @return false if the content is no longer in the cache
   */
  private boolean link(String sha256, Path target)
      throws IOException, InterruptedException, DiskFullException, StagingFailedException {
    var content = directory.content(sha256);
    try {
      Files.createLink(target, content);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (NoSuchFileException e) {
      throwUnlessEvicted(e, target);
      return false;
    } catch (UnsupportedOperationException | FileSystemException e) {
      // The file has too many links, or the file system supports none.
      return copy(content, target);
    }
    contents.touch(sha256);
    return true;
  }

  private boolean copy(Path content, Path target)
      throws IOException, InterruptedException, DiskFullException, StagingFailedException {
    try (var from = FileDigest.open(content)) {
      room.requireSpaceForCopy(from.size());
      try (var to =
          FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        for (long at = 0; at < from.size(); ) {
          at += from.transferTo(at, from.size() - at, to);
        }
      }
    } catch (NoSuchFileException e) {
      throwUnlessEvicted(e, target);
      return false;
    }
    CachedContents.protect(target);
    return true;
  }

  private static void throwUnlessEvicted(NoSuchFileException error, Path target)
      throws NoSuchFileException {
    var parent = target.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw error;
    }
  }

  /** Carries a refusal out of {@link StagingRetry}, which does not retry it. */
  private static final class NotRetriedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Exception refusal;

    NotRetriedException(Exception refusal) {
      super(refusal);
      this.refusal = refusal;
    }

    void rethrow() throws DiskFullException, StagingFailedException {
      if (refusal instanceof DiskFullException full) {
        throw full;
      }
      throw (StagingFailedException) refusal;
    }
  }
}
