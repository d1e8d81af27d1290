package dev.atf.blob.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.blob.BlobKey;
import dev.atf.blob.MovedClock;
import dev.atf.blob.store.BlobSweep;
import dev.atf.blob.store.StoredBlobs;
import dev.atf.model.resource.Digest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a directory after a process was killed (kill -9) in the middle of a change. */
@Tag("system")
final class KilledUploadTest {
  private static final int PART_BYTES = 256 << 10;
  private static final int PARTS = 8;

  private final MovedClock clock = new MovedClock();
  @TempDir private Path root;

  /** Kills the process after each part, while the upload finishes, and while it starts again. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 8, 9, 12})
  @Tag("FI1")
  void anUploadIsThereOrNotAndSucceedsAgain(int lines) throws Exception {
    killAfter(lines, Uploader.class);

    assertWhole();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 50})
  void aRecordIsTheFormerOrTheNext(int lines) throws Exception {
    upload(clock, root);

    killAfter(lines, User.class);

    var blob = blobs(clock, root).find(key()).orElseThrow();
    assertThat(Duration.between(clock.instant(), blob.expiresAt())).isGreaterThan(Duration.ZERO);
    assertWhole();
  }

  private void assertWhole() throws IOException {
    var blobs = blobs(clock, root);
    var found = blobs.open(key());
    if (found.isPresent()) {
      try (var content = found.get()) {
        assertThat(Digest.of(content.readAllBytes())).isEqualTo(key().digest());
      }
    }
    assertThat(blobs.find(key()).isPresent()).isEqualTo(found.isPresent());

    upload(clock, root);
    assertThat(blobs.use(key(), clock.instant().plus(Duration.ofDays(90)))).isPresent();
    clock.move(BlobSweep.GRACE.multipliedBy(2));
    new BlobSweep(DirectoryObjects.open(root), clock).step();

    assertThat(root.resolve(".tmp")).isEmptyDirectory();
    try (var content = blobs.open(key()).orElseThrow()) {
      assertThat(Digest.of(content.readAllBytes())).isEqualTo(key().digest());
    }
  }

  private void killAfter(int lines, Class<?> main) throws Exception {
    var child =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                root.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var output =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      for (int i = 0; i < lines; i++) {
        assertThat(output.readLine()).isNotNull();
      }
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.waitFor()).isEqualTo(128 + 9);
  }

  private static StoredBlobs blobs(InstantSource clock, Path root) {
    return new StoredBlobs(DirectoryObjects.open(root), clock, new SecureRandom());
  }

  private static void upload(InstantSource clock, Path root) {
    var part = part();
    var blobs = blobs(clock, root);
    var until = clock.instant().plus(Duration.ofDays(1));
    try (var upload = blobs.upload(key(), (long) PART_BYTES * PARTS, until, 0)) {
      for (int i = 0; i < PARTS; i++) {
        upload.write(ByteBuffer.wrap(part));
        System.out.println("part " + i);
      }
      upload.finish();
    }
  }

  private static byte[] part() {
    var part = new byte[PART_BYTES];
    new Random(1).nextBytes(part);
    return part;
  }

  private static BlobKey key() {
    var content = ByteBuffer.allocate(PART_BYTES * PARTS);
    for (int i = 0; i < PARTS; i++) {
      content.put(part());
    }
    return new BlobKey("", Digest.of(content.array()));
  }

  /** Process that uploads one blob repeatedly. */
  static final class Uploader {
    private Uploader() {}

    public static void main(String[] arguments) {
      while (true) {
        upload(InstantSource.system(), Path.of(arguments[0]));
      }
    }
  }

  /** Process that repeatedly extends the use of one blob. */
  static final class User {
    private User() {}

    public static void main(String[] arguments) {
      var blobs = blobs(InstantSource.system(), Path.of(arguments[0]));
      var until = InstantSource.system().instant();
      var key = key();
      while (true) {
        var kept = blobs.use(key, until.plusSeconds(1)).orElseThrow();
        until = kept.expiresAt();
        System.out.println(until);
      }
    }
  }
}
