package dev.atf.cli.chore.model;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Rules for untrusted paths that a task will use. */
public final class ChorePath {
  private static final int CHARS_MAX = 512;

  /**
   * Names that some file system treats as {@code .git}, {@code .gitmodules} or {@code
   * .gitattributes}. Git checks such files when it fetches, so one in a commit of a bridge would
   * prevent all others from fetching the commit.
   */
  private static final Pattern NAMES_OF_GIT =
      Pattern.compile("(?:\\.git|gi[a-z0-9]{0,4}~\\d)", Pattern.CASE_INSENSITIVE);

  private static final Pattern INVISIBLE = Pattern.compile("\\p{Cf}");

  private ChorePath() {}

  /** Returns the problem with a path below a directory; empty if the path is valid. */
  public static Optional<String> problem(String path) {
    if (path.isEmpty() || path.length() > CHARS_MAX) {
      return Optional.of("1-" + CHARS_MAX + " characters");
    }
    if (path.codePoints().anyMatch(Character::isISOControl) || path.contains("\\")) {
      return Optional.of("no control characters and no \\");
    }
    var names = List.of(path.split("/", -1));
    if (names.stream().anyMatch(ChorePath::leadsAway)) {
      return Optional.of("no empty name, no ., no .. and none that begins with .git");
    }
    return names.stream().anyMatch(name -> name.startsWith("-"))
        ? Optional.of("no name that begins with -")
        : Optional.empty();
  }

  private static boolean leadsAway(String name) {
    return name.isEmpty()
        || name.equals(".")
        || name.equals("..")
        || NAMES_OF_GIT.matcher(INVISIBLE.matcher(name).replaceAll("")).lookingAt();
  }
}
