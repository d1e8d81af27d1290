package dev.atf.blob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.blob.memory.MemoryObjects;
import dev.atf.blob.object.BlobObjects.ListedObject;
import dev.atf.blob.store.StoredBlobs;
import dev.atf.model.resource.Digest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TenantFilesTest {
  private static final byte[] CONTENT = "content".getBytes(StandardCharsets.UTF_8);
  private static final String SHA256 = Digest.of(CONTENT).hex();

  private final MovedClock clock = new MovedClock();
  private final MemoryObjects objects = new MemoryObjects(clock);
  private final TenantFiles files =
      new TenantFiles(new StoredBlobs(objects, clock, new SecureRandom()), clock);

  @Test
  void aKeptFileIsNotMissingAndIsKeptForADay() {
    upload();

    assertThat(files.missing("t", List.of(SHA256, SHA256, "0".repeat(64))))
        .containsExactly("0".repeat(64));
    clock.move(Duration.ofHours(20));
    assertThat(files.missing("t", List.of(SHA256))).isEmpty();
    var key = new BlobKey("t", new Digest(SHA256));
    assertThat(files.blobs().find(key).orElseThrow().expiresAt())
        .isAfterOrEqualTo(clock.instant().plus(Duration.ofDays(1)));
  }

  /** A client uploads the file again only if it is reported as missing. */
  @Test
  void aFileThatAnOperatorHasRemovedIsMissingThoughThisProcessHasUsedIt() {
    upload();
    assertThat(files.missing("t", List.of(SHA256))).isEmpty();
    for (var object : objects.list(Optional.empty(), 10).objects()) {
      if (object instanceof ListedObject.Content content) {
        objects.delete(content.name());
      }
    }

    assertThat(files.missing("t", List.of(SHA256))).containsExactly(SHA256);
    upload();
    assertThat(files.missing("t", List.of(SHA256))).isEmpty();
    assertThat(files.open("t", SHA256)).isPresent();
  }

  private void upload() {
    try (var upload = files.upload("t", SHA256, CONTENT.length, 0)) {
      upload.write(ByteBuffer.wrap(CONTENT));
      upload.finish();
    }
  }
}
