package dev.atf.blob.store;

import dev.atf.blob.Blob;
import dev.atf.blob.BlobKey;
import dev.atf.blob.BlobUpload;
import dev.atf.blob.Blobs;
import dev.atf.blob.BlobsOffException;
import dev.atf.blob.object.BlobObjects;
import java.io.InputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Blobs of one process, wherever they are; closed by its owner.
 *
 * @param sweep empty for a cluster that keeps none
 */
public record BlobConnection(Blobs blobs, Optional<BlobSweep> sweep, Runnable end)
    implements AutoCloseable {
  /** Connection of a cluster that keeps no blobs. */
  public static final BlobConnection OFF =
      new BlobConnection(new BlobsOff(), Optional.empty(), () -> {});

  /**
   * Opens the place that a setting names.
   *
   * @param setting as {@link BlobPlace#of} reads it; empty: {@link #OFF}
   * @param random safe for use by many threads
   * @throws dev.atf.blob.BlobStoreException if a directory cannot be created or written to
   * @throws dev.atf.model.check.InvalidFieldException if it names no place
   */
  public static BlobConnection open(String setting, InstantSource clock, RandomGenerator random) {
    return setting.isEmpty() ? OFF : on(BlobPlace.of(setting).open(), clock, random);
  }

  /** Connects to the objects of an engine, which are closed with it. */
  public static BlobConnection on(
      BlobObjects objects, InstantSource clock, RandomGenerator random) {
    return new BlobConnection(
        new StoredBlobs(objects, clock, random),
        Optional.of(new BlobSweep(objects, clock)),
        objects::close);
  }

  @Override
  public void close() {
    end.run();
  }

  /** Store of a cluster that keeps no blobs: it refuses every call. */
  private static final class BlobsOff implements Blobs {
    @Override
    public BlobUpload upload(BlobKey key, long bytes, Instant until) {
      throw new BlobsOffException();
    }

    @Override
    public Optional<Blob> use(BlobKey key, Instant until) {
      throw new BlobsOffException();
    }

    @Override
    public Optional<Blob> renew(BlobKey key, Instant until) {
      throw new BlobsOffException();
    }

    @Override
    public Optional<Blob> find(BlobKey key) {
      throw new BlobsOffException();
    }

    @Override
    public Optional<InputStream> open(BlobKey key) {
      throw new BlobsOffException();
    }
  }
}
