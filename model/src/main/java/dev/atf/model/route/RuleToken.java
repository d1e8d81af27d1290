package dev.atf.model.route;

/**
 * Token of a condition.
 *
 * @param text as it stands there; of a text in quotes, its content
 * @param column of its first character, from 1
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

  /** Returns how a refusal names it. */
  String shown() {
    return switch (kind) {
      case END -> "the end";
      case TEXT -> '"' + text + '"';
      default -> text;
    };
  }
}
