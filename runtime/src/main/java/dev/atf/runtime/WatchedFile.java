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
 * Value of a file, which is read again when the file has changed, so that credentials and policies
 * can be replaced while processes run. The file is checked at most once per interval, on the
 * calling thread. If a new version cannot be read or parsed, the previous value stays in effect.
 */
public final class WatchedFile<T> {
  private static final Logger log = LoggerFactory.getLogger(WatchedFile.class);

  /**
   * Parser of a file's bytes. The message of its exception contains the reason why the bytes cannot
   * be parsed.
   */
  @FunctionalInterface
  public interface Form<T> {
    T of(byte[] content) throws Exception;
  }

  private final Path path;
  private final Form<T> form;
  private final Duration checkEvery;
  private final MonotonicClock clock;
  private byte[] content;
  private T value;
  private long checkedAt;

  /**
   * Reads the file.
   *
   * @throws ConfigException if it cannot be read or parsed
   */
  public WatchedFile(Path path, Duration checkEvery, MonotonicClock clock, Form<T> form) {
    this.path = path;
    this.form = form;
    this.checkEvery = checkEvery;
    this.clock = clock;
    try {
      this.content = Files.readAllBytes(path);
      this.value = form.of(content);
    } catch (Exception e) {
      throw new ConfigException(path + ": cannot be read: " + why(e));
    }
    this.checkedAt = clock.nanos();
  }

  public synchronized T get() {
    if (clock.since(checkedAt).compareTo(checkEvery) >= 0) {
      checkedAt = clock.nanos();
      reloadIfChanged();
    }
    return value;
  }

  private void reloadIfChanged() {
    byte[] read;
    try {
      read = Files.readAllBytes(path);
    } catch (IOException e) {
      log.warn("file={} cannot be read; its previous content stays in force: {}", path, why(e));
      return;
    }
    if (Arrays.equals(read, content)) {
      return;
    }
    content = read;
    try {
      value = form.of(read);
      log.info("file={} has changed; its new content is in force", path);
    } catch (Exception e) {
      log.warn("file={} cannot be parsed; its previous content stays in force: {}", path, why(e));
    }
  }

  /**
   * Returns the reason without the message of a parser, which may quote a line of a file with
   * secrets.
   */
  private static String why(Exception e) {
    return e instanceof ConfigException || e instanceof IOException
        ? String.valueOf(e.getMessage())
        : e.getClass().getSimpleName();
  }
}
