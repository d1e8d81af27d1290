package dev.atf.executor.core.staging;

import dev.atf.executor.FailureCode;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;

/**
 * Patterns of the files of a work directory that are kept, as globs of {@link
 * FileSystem#getPathMatcher}, except that {@code **}{@code /} stands for no directory, too.
 */
record OutputPatterns(List<PathMatcher> matchers) {
  private static final String ANY_DIRECTORIES = "**/";

  /** Most variants of a pattern with any directories in several places. Chosen. */
  private static final int VARIANTS_MAX = 32;

  /**
   * @throws StagingFailedException if one is no pattern; fatal
   */
  static OutputPatterns of(List<String> patterns) throws StagingFailedException {
    var matchers = new ArrayList<PathMatcher>();
    for (var pattern : patterns) {
      try {
        for (var variant : variants(pattern)) {
          matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + variant));
        }
      } catch (PatternSyntaxException e) {
        throw StagingFailedException.fatal(
            FailureCode.OUTPUTS_INVALID,
            "output %s: %s (expected: a glob such as *.txt or logs/**)"
                .formatted(pattern, e.getDescription()));
      }
    }
    return new OutputPatterns(List.copyOf(matchers));
  }

  boolean matches(Path relative) {
    return matchers.stream().anyMatch(matcher -> matcher.matches(relative));
  }

  private static Set<String> variants(String pattern) {
    var variants = new LinkedHashSet<String>();
    variants.add(pattern);
    for (int at = 0; at >= 0 && variants.size() < VARIANTS_MAX; ) {
      at = pattern.lastIndexOf(ANY_DIRECTORIES, at == 0 ? pattern.length() : at - 1);
      if (at == 0 || (at > 0 && pattern.charAt(at - 1) == '/')) {
        // What stands before is the same in all variants, which were changed only behind.
        int from = at;
        variants.addAll(
            variants.stream()
                .map(one -> one.substring(0, from) + one.substring(from + ANY_DIRECTORIES.length()))
                .toList());
      }
      if (at == 0) {
        break;
      }
    }
    return variants;
  }
}
