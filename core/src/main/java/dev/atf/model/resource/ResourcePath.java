package dev.atf.model.resource;

import dev.atf.model.check.InvalidFieldException;
import java.util.Arrays;

/**
 * Place of a file in the work directory of a task, such as {@code lib/app.jar}: relative, with
 * slashes, and always inside that directory.
 */
public record ResourcePath(String value) {
  public static final int CHARS_MAX = 255;

  private static final String EXPECTED =
      "1-%d characters: a relative path by /, without empty names, . and .., backslashes, colons"
              .formatted(CHARS_MAX)
          + " and control characters";

  public ResourcePath {
    if (value.length() > CHARS_MAX || !isRelative(value)) {
      throw new InvalidFieldException("path", value, EXPECTED);
    }
  }

  private static boolean isRelative(String value) {
    return value.chars().noneMatch(c -> c == '\\' || c == ':' || Character.isISOControl(c))
        && Arrays.stream(value.split("/", -1))
            .noneMatch(name -> name.isEmpty() || name.equals(".") || name.equals(".."));
  }

  @Override
  public String toString() {
    return value;
  }
}
