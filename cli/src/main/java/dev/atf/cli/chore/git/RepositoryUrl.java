package dev.atf.cli.chore.git;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Address of a repository that is safe as an argument of git, here and in a task: a path, an SSH
 * address, or a URL without a password.
 */
public record RepositoryUrl(String value) {
  private static final String EXPECTED =
      "a path, HOST:PATH, or a URL with ssh, https, http or file, without a password";

  private static final Pattern URL =
      Pattern.compile("(?:(?:ssh|https?)://(?:[^/@:-][^/@:]*@)?[^/@-][^/@]*|file://)/.*");

  /** SSH address in scp's form, with a colon before the first slash. */
  private static final Pattern SSH = Pattern.compile("(?:[^/@:-][^/@:]*@)?[^/@:-][^/@:]*:[^:].*");

  private static final Pattern COLON_FIRST = Pattern.compile("[^/]*:.*");

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  /**
   * Reads an address; a path becomes absolute.
   *
   * @throws IllegalArgumentException with a message that says what is expected
   */
  public static RepositoryUrl of(String text) {
    // An address such as "ext::sh -c …" names a program that git would run.
    if (text.isEmpty()
        || text.startsWith("-")
        || text.contains("::")
        || CONTROL.matcher(text).find()) {
      throw refusal(text);
    }
    if (text.contains("://") ? URL.matcher(text).matches() : SSH.matcher(text).matches()) {
      return new RepositoryUrl(text);
    }
    if (text.contains("://") || COLON_FIRST.matcher(text).matches()) {
      throw refusal(text);
    }
    try {
      return new RepositoryUrl(Path.of(text).toAbsolutePath().normalize().toString());
    } catch (InvalidPathException e) {
      throw refusal(text);
    }
  }

  private static IllegalArgumentException refusal(String text) {
    return new IllegalArgumentException(
        "%s (expected: %s)".formatted(CONTROL.matcher(text).replaceAll("?"), EXPECTED));
  }

  @Override
  public String toString() {
    return value;
  }
}
