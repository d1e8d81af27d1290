package dev.atf.blob;

import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;

/** Store of a cluster that keeps no blobs: it refuses every call. */
public final class BlobsOff implements Blobs {
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
