package dev.atf.model.route;

import dev.atf.model.check.InvalidFieldException;
import java.util.ArrayList;
import java.util.List;

/** Splits a condition into tokens in one pass. */
final class RuleLexer {
  private static final String SYMBOLS = "(),.=<>";

  private final String text;
  private int at;

  private RuleLexer(String text) {
    this.text = text;
  }

  /**
   * Returns the tokens. The last one is the end of the text.
   *
   * @throws InvalidFieldException for a character that starts no token, and for a quoted text
   *     without an end
   */
  static List<RuleToken> tokens(String text) {
    var lexer = new RuleLexer(text);
    var tokens = new ArrayList<RuleToken>();
    do {
      tokens.add(lexer.next());
    } while (tokens.get(tokens.size() - 1).kind() != RuleToken.Kind.END);
    return tokens;
  }

  /** Returns whether a name can be used in a path without quotes. */
  static boolean isWord(String name) {
    return !name.isEmpty() && isFirst(name.charAt(0)) && name.chars().allMatch(RuleLexer::isInWord);
  }

  static InvalidFieldException refusal(int column, String found, String expected) {
    return new InvalidFieldException("when", "column %d: %s".formatted(column, found), expected);
  }

  private RuleToken next() {
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
    int from = at;
    if (at == text.length()) {
      return new RuleToken(RuleToken.Kind.END, "", from + 1);
    }
    char first = text.charAt(at);
    if (first == '"') {
      return new RuleToken(RuleToken.Kind.TEXT, quoted(), from + 1);
    }
    if (isFirst(first)) {
      skipWord();
      return token(RuleToken.Kind.WORD, from);
    }
    if (isDigit(first) || first == '-') {
      return number(from);
    }
    if ((first == '!' && follows('=')) || SYMBOLS.indexOf(first) >= 0) {
      boolean ordered = first == '<' || first == '>';
      at += first == '!' || (ordered && follows('=')) ? 2 : 1;
      return token(RuleToken.Kind.SYMBOL, from);
    }
    throw refusal(
        from + 1,
        String.valueOf(Character.toChars(text.codePointAt(from))),
        "a name, a number, a text in double quotes, an operator or a parenthesis");
  }

  private RuleToken number(int from) {
    at++;
    while (at < text.length() && isInNumber(text.charAt(at))) {
      at++;
    }
    boolean time = text.substring(from, at).indexOf(':') >= 0;
    return token(time ? RuleToken.Kind.TIME : RuleToken.Kind.NUMBER, from);
  }

  private String quoted() {
    int from = at;
    var content = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char next = text.charAt(at);
      if (next == '"') {
        at++;
        return content.toString();
      }
      if (next == '\\') {
        at++;
        if (at == text.length() || (text.charAt(at) != '"' && text.charAt(at) != '\\')) {
          throw refusal(at, "\\", "\\\" or \\\\; no other character is escaped");
        }
        next = text.charAt(at);
      }
      if (Character.isISOControl(next)) {
        throw refusal(at + 1, String.valueOf(next), "no control characters in a text");
      }
      content.append(next);
    }
    throw refusal(from + 1, text.substring(from), "a double quote at the end of the text");
  }

  private void skipWord() {
    while (at < text.length() && isInWord(text.charAt(at))) {
      at++;
    }
  }

  private boolean follows(char wanted) {
    return at + 1 < text.length() && text.charAt(at + 1) == wanted;
  }

  private RuleToken token(RuleToken.Kind kind, int from) {
    return new RuleToken(kind, text.substring(from, at), from + 1);
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private static boolean isFirst(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /**
   * Returns whether a character continues a word. A word may also be the name of a time zone, such
   * as Etc/GMT+1.
   */
  private static boolean isInWord(int c) {
    return isFirst((char) c) || isDigit(c) || c == '-' || c == '/' || c == '+';
  }

  private static boolean isInNumber(char c) {
    return isDigit(c) || c == '.' || c == ':' || c == 'e' || c == 'E' || c == '-' || c == '+';
  }

  /**
   * Token of a condition.
   *
   * @param text text as written; for a text in quotes, its content
   * @param column column of its first character, from 1
   */
  record RuleToken(Kind kind, String text, int column) {
    /** Kind of a token. */
    enum Kind {
      WORD,
      TEXT,
      NUMBER,
      TIME,
      SYMBOL,
      END
    }

    boolean is(String symbolOrWord) {
      return (kind == Kind.SYMBOL || kind == Kind.WORD) && text.equals(symbolOrWord);
    }

    /** Returns the name of the token for a refusal. */
    String shown() {
      return switch (kind) {
        case END -> "the end";
        case TEXT -> '"' + text + '"';
        default -> text;
      };
    }
  }
}
