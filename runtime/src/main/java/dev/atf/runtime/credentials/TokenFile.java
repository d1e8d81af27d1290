package dev.atf.runtime.credentials;

import dev.atf.runtime.WatchedFile;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.MonotonicClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Token that a process sends with its calls. It is read from a file, again when the file has
 * changed.
 */
public record TokenFile(WatchedFile<String> file) {
  /**
   * Returns the configured token file; empty if none is configured.
   *
   * @throws ConfigException if the file cannot be read or is empty
   */
  public static Optional<TokenFile> of(CredentialsConfig config) {
    if (config.tokenFile().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new TokenFile(
            new WatchedFile<>(
                Path.of(config.tokenFile()),
                config.reloadInterval(),
                MonotonicClock.system(),
                TokenFile::parse)));
  }

  /** Returns the value of the header {@code authorization}. */
  public String authorization() {
    return "Bearer " + file.get();
  }

  private static String parse(byte[] content) {
    var token = new String(content, StandardCharsets.US_ASCII).strip();
    if (token.isEmpty()) {
      throw new ConfigException("no token in it");
    }
    return token;
  }
}
