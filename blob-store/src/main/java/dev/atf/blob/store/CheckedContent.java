package dev.atf.blob.store;

import dev.atf.blob.BlobDamagedException;
import dev.atf.model.Sha256;
import dev.atf.model.resource.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/** Content whose end is an exception if it has not the digest of its blob. */
final class CheckedContent extends InputStream {
  private final InputStream content;
  private final Digest expected;
  private final Runnable whenDamaged;
  private final MessageDigest digest = Sha256.digest();
  private boolean isOver;

  CheckedContent(InputStream content, Digest expected, Runnable whenDamaged) {
    this.content = content;
    this.expected = expected;
    this.whenDamaged = whenDamaged;
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int read = content.read(into, from, length);
    if (read > 0) {
      digest.update(into, from, read);
    } else if (read < 0 && !isOver) {
      isOver = true;
      requireDigest();
    }
    return read;
  }

  private void requireDigest() {
    var found = Digest.of(digest);
    if (!found.equals(expected)) {
      whenDamaged.run();
      throw new BlobDamagedException(
          "resource %s is damaged in the store: its digest is %s; upload it again"
              .formatted(expected, found));
    }
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
