package dev.atf.executor.core.staging;

import dev.atf.executor.FailureCode;
import dev.atf.protocol.v1.Resource;
import dev.atf.runtime.SystemText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Paths of files in a work directory as the protocol has them: relative, with slashes, and without
 * a way out of the directory. They are checked here again, because they determine where this
 * process writes.
 */
final class WirePaths {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  private WirePaths() {}

  /**
   * Checks that all resources can be put into one directory, and that their digests are valid.
   *
   * @throws StagingFailedException if the check fails; fatal, unless another locale could write the
   *     paths
   */
  static void require(List<Resource> resources) throws StagingFailedException {
    var paths = new HashSet<String>();
    for (var resource : resources) {
      var path = resource.getPath();
      requireWritable("resource", path);
      require(isValid(path), path, "a relative path within the work directory");
      require(paths.add(path), path, "each path once");
      require(
          SHA256.matcher(resource.getSha256()).matches() && resource.getBytes() >= 0,
          path,
          "a SHA-256 of 64 of 0-9 a-f, and a length of 0 or more");
    }
    for (var path : paths) {
      for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
        require(!paths.contains(path.substring(0, end)), path, "no file that it is in");
      }
    }
  }

  /**
   * Checks that the locale of this process can write a path or a pattern.
   *
   * @param what description of the path, for the message
   */
  static void requireWritable(String what, String path) throws StagingFailedException {
    if (!SystemText.ofProcess().canWrite(path)) {
      throw StagingFailedException.localeUnsuitable(what + " " + path);
    }
  }

  /** Returns whether it is a path within a work directory. */
  static boolean isValid(String path) {
    try {
      return path.length() <= StagingLimits.PATH_CHARS_MAX
          && path.chars().noneMatch(c -> c == '\\' || c == ':' || Character.isISOControl(c))
          && Arrays.stream(path.split("/", -1))
              .noneMatch(name -> name.isEmpty() || name.equals(".") || name.equals(".."))
          && !Path.of(path).isAbsolute();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static void require(boolean holds, String path, String expected)
      throws StagingFailedException {
    if (!holds) {
      throw StagingFailedException.fatal(
          FailureCode.RESOURCES_INVALID, "resource %s (expected: %s)".formatted(path, expected));
    }
  }
}
