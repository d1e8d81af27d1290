package dev.atf.runtime;

import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a file says, read anew when it was changed: credentials and policies are replaced while
 * processes run. Looks at the file at most once in a while, on the thread that asks. A new version
 * that cannot be read or understood leaves the one before in force.
 */
public final class WatchedFile<T> {
  private static final Logger log = LoggerFactory.getLogger(WatchedFile.class);

  /** Makes something of the bytes of a file; what it throws says why it cannot. */
  @FunctionalInterface
  public interface Form<T> {
    T of(byte[] content) throws Exception;
  }

  private final Path path;
  private final Form<T> form;
  private final Duration lookEvery;
  private final MonotonicClock clock;
  private byte[] content;
  private T value;
  private long lookedAt;

  /**
   * @throws ConfigException if the file cannot be read or understood now
   */
  public WatchedFile(Path path, Duration lookEvery, MonotonicClock clock, Form<T> form) {
    this.path = path;
    this.form = form;
    this.lookEvery = lookEvery;
    this.clock = clock;
    try {
      this.content = Files.readAllBytes(path);
      this.value = form.of(content);
    } catch (Exception e) {
      throw new ConfigException(path + ": cannot be read: " + why(e));
    }
    this.lookedAt = clock.nanos();
  }

  public synchronized T get() {
    if (clock.since(lookedAt).compareTo(lookEvery) >= 0) {
      lookedAt = clock.nanos();
      look();
    }
    return value;
  }

  private void look() {
    byte[] read;
    try {
      read = Files.readAllBytes(path);
    } catch (IOException e) {
      log.warn("file={} cannot be read, what it said before stays in force: {}", path, why(e));
      return;
    }
    if (Arrays.equals(read, content)) {
      return;
    }
    content = read;
    try {
      value = form.of(read);
      log.info("file={} was changed and is in force", path);
    } catch (Exception e) {
      log.warn("file={} is not understood, what it said before stays in force: {}", path, why(e));
    }
  }

  /** Of a file with secrets an error may quote a line. */
  private static String why(Exception e) {
    return e instanceof ConfigException || e instanceof IOException
        ? String.valueOf(e.getMessage())
        : e.getClass().getSimpleName();
  }
}
