package dev.atf.e2e.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Files whose contents no two tests share. */
final class RandomFile {
  private RandomFile() {}

  /** Writes a file of random bytes. */
  static Path of(Path file, long seed, int bytes) {
    var content = new byte[bytes];
    new Random(seed).nextBytes(content);
    try {
      return Files.write(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
