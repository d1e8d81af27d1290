package dev.atf.executor.core.staging;

import dev.atf.executor.FailureCode;
import java.nio.file.FileSystem;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Patterns that select which files of a work directory are stored as outputs. They are globs as in
 * {@link FileSystem#getPathMatcher}, with one difference: {@code **}{@code /a} also matches {@code
 * a}. Callers choose patterns and names, so the cost of a match must be bounded: each character of
 * a name costs at most one step for each character of the pattern. Regular expressions of the JDK
 * can need exponentially many steps.
 */
record OutputPatterns(List<Glob> globs) {
  /**
   * Parses patterns.
   *
   * @throws StagingFailedException if a pattern is not valid; fatal
   */
  static OutputPatterns of(List<String> patterns) throws StagingFailedException {
    var globs = new ArrayList<Glob>();
    for (var pattern : patterns) {
      try {
        globs.add(new GlobParser(pattern).glob());
      } catch (IllegalArgumentException e) {
        throw StagingFailedException.fatal(
            FailureCode.OUTPUTS_INVALID,
            "output %s: %s (expected: a glob such as *.txt or logs/**)"
                .formatted(pattern, e.getMessage()));
      }
    }
    return new OutputPatterns(List.copyOf(globs));
  }

  /**
   * Returns whether a path matches one of the patterns.
   *
   * @param path relative path, with {@code /} between its names
   */
  boolean matches(String path) {
    return globs.stream().anyMatch(glob -> glob.matches(path));
  }

  /**
   * State of an automaton.
   *
   * @param accepts characters that lead from this state to {@code next}
   * @param skips states that are reached without a character; all of them have a greater index
   */
  private record State(IntPredicate accepts, int next, List<Integer> skips) {}

  /** Pattern as an automaton. It matches if it reaches the index after the last state. */
  private record Glob(List<State> states) {
    boolean matches(String path) {
      var reached = new BitSet();
      reached.set(0);
      skip(reached);
      for (int c : path.codePoints().toArray()) {
        var next = new BitSet();
        for (int i = reached.nextSetBit(0); i >= 0 && i < states.size(); ) {
          if (states.get(i).accepts().test(c)) {
            next.set(states.get(i).next());
          }
          i = reached.nextSetBit(i + 1);
        }
        skip(next);
        reached = next;
      }
      return reached.get(states.size());
    }

    private void skip(BitSet reached) {
      for (int i = reached.nextSetBit(0); i >= 0 && i < states.size(); ) {
        states.get(i).skips().forEach(reached::set);
        i = reached.nextSetBit(i + 1);
      }
    }
  }

  /** Parser of one pattern. */
  private static final class GlobParser {
    private static final int END = -1;

    private final int[] pattern;
    private final List<State> states = new ArrayList<>();
    private int at;

    GlobParser(String pattern) {
      this.pattern = pattern.codePoints().toArray();
    }

    private static boolean isNone(int c) {
      return false;
    }

    private static boolean isInName(int c) {
      return c != '/';
    }

    /**
     * Parses the pattern.
     *
     * @throws IllegalArgumentException if the pattern is not valid
     */
    Glob glob() {
      while (at < pattern.length) {
        if (accept('{')) {
          group();
        } else {
          part();
        }
      }
      return new Glob(List.copyOf(states));
    }

    private void group() {
      int fork = reserve();
      var begins = new ArrayList<Integer>();
      var ends = new ArrayList<Integer>();
      do {
        begins.add(states.size());
        while (peek() != ',' && peek() != '}') {
          if (peek() == END || peek() == '{') {
            throw new IllegalArgumentException(
                peek() == END ? "Missing '}'" : "Cannot nest groups");
          }
          part();
        }
        ends.add(reserve());
      } while (accept(','));
      at++;
      states.set(fork, new State(GlobParser::isNone, 0, List.copyOf(begins)));
      ends.forEach(
          end -> states.set(end, new State(GlobParser::isNone, 0, List.of(states.size()))));
    }

    private void part() {
      boolean beginsName = at == 0 || pattern[at - 1] == '/';
      int c = pattern[at++];
      switch (c) {
        case '*' -> {
          if (!accept('*')) {
            any(GlobParser::isInName);
          } else if (beginsName && accept('/')) {
            int fork = reserve();
            any(each -> true);
            one(each -> each == '/');
            states.set(fork, new State(GlobParser::isNone, 0, List.of(fork + 1, states.size())));
          } else {
            any(each -> true);
          }
        }
        case '?' -> one(GlobParser::isInName);
        case '[' -> one(characters());
        case '\\' -> {
          if (peek() == END) {
            throw new IllegalArgumentException("No character to escape");
          }
          int escaped = pattern[at++];
          one(each -> each == escaped);
        }
        default -> one(each -> each == c);
      }
    }

    /** Reads a set of characters in brackets, whose opening bracket was already read. */
    private IntPredicate characters() {
      // As in the JDK, only ! negates a set, and ^ is a character like any other.
      boolean negated = accept('!');
      IntPredicate found = accept('-') ? c -> c == '-' : null;
      boolean begun = false;
      int last = 0;
      while (!accept(']')) {
        int c = peek();
        if (c == END) {
          throw new IllegalArgumentException("Missing ']'");
        }
        if (c == '/') {
          throw new IllegalArgumentException("Explicit 'name separator' in class");
        }
        at++;
        if (c == '-' && peek() != ']') {
          int from = last;
          int to = peek();
          if (!begun || to < from) {
            throw new IllegalArgumentException("Invalid range");
          }
          at++;
          found = or(found, each -> from <= each && each <= to);
          begun = false;
        } else {
          found = or(found, each -> each == c);
          begun = true;
          last = c;
        }
      }
      if (found == null) {
        throw new IllegalArgumentException("Empty class");
      }
      var accepted = negated ? found.negate() : found;
      return accepted.and(GlobParser::isInName);
    }

    private static IntPredicate or(@Nullable IntPredicate one, IntPredicate other) {
      return one == null ? other : one.or(other);
    }

    private void one(IntPredicate accepts) {
      states.add(new State(accepts, states.size() + 1, List.of()));
    }

    private void any(IntPredicate accepts) {
      states.add(new State(accepts, states.size(), List.of(states.size() + 1)));
    }

    /** Adds a state whose value is set later, and returns its index. */
    private int reserve() {
      one(GlobParser::isNone);
      return states.size() - 1;
    }

    private int peek() {
      return at < pattern.length ? pattern[at] : END;
    }

    private boolean accept(int c) {
      if (peek() != c) {
        return false;
      }
      at++;
      return true;
    }
  }
}
