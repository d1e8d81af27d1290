package dev.atf.console;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * File of the console, as browsers receive it.
 *
 * @param etag hash of the content, which is the same in every process of a build
 */
record ConsoleFile(MediaType type, String etag, HttpData content) {
  /**
   * Pattern of paths that stay inside the directory: no segment starts with a dot. The groups are
   * possessive, because backtracking would need a stack as deep as the path is long.
   */
  private static final Pattern PATH =
      Pattern.compile("(?:[A-Za-z0-9][A-Za-z0-9._-]*+/)*+[A-Za-z0-9][A-Za-z0-9._-]*+");

  private static final Map<String, MediaType> TYPES =
      Map.of(
          "html", MediaType.HTML_UTF_8,
          "js", MediaType.JAVASCRIPT_UTF_8,
          "css", MediaType.CSS_UTF_8,
          "svg", MediaType.SVG_UTF_8);

  /** Returns the file; empty if it does not exist or its type is unknown. */
  static Optional<ConsoleFile> read(String path) {
    var type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
    if (type == null || !PATH.matcher(path).matches()) {
      return Optional.empty();
    }
    try (var file = ConsoleFile.class.getResourceAsStream("web/" + path)) {
      return file == null ? Optional.empty() : Optional.of(of(type, file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ConsoleFile of(MediaType type, InputStream file) throws IOException {
    var bytes = file.readAllBytes();
    return new ConsoleFile(
        type, "\"" + HexFormat.of().formatHex(sha256(bytes)) + "\"", HttpData.wrap(bytes));
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new LinkageError("every Java platform has SHA-256", e);
    }
  }
}
