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
 * Connection of one process to its blobs, wherever they are stored. The owner closes it.
 *
 * @param sweep sweep of the blobs; empty for a cluster that stores no blobs
 */
public record BlobConnection(Blobs blobs, Optional<BlobSweep> sweep, Runnable end)
    implements AutoCloseable {
  /** Connection of a cluster that stores no blobs. */
  public static final BlobConnection OFF =
      new BlobConnection(new BlobsOff(), Optional.empty(), () -> {});

  /**
   * Opens the place that a setting names.
   *
   * @param setting value as for {@link BlobPlace#of}; empty for {@link #OFF}
   * @param random source of randomness that is safe for use by many threads
   * @throws dev.atf.blob.BlobStoreException if a directory cannot be created or written to
   * @throws dev.atf.model.check.InvalidFieldException if the setting is invalid
   */
  public static BlobConnection open(String setting, InstantSource clock, RandomGenerator random) {
    return setting.isEmpty() ? OFF : on(BlobPlace.of(setting).open(), clock, random);
  }

  /** Returns a connection to the objects of an engine, which are closed with the connection. */
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

  /** Blobs of a cluster that stores none. Every call is refused. */
  private static final class BlobsOff implements Blobs {
    @Override
    public BlobUpload upload(BlobKey key, long bytes, Instant until, long tenantBytesMax) {
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
