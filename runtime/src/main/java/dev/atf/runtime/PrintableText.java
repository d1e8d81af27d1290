package dev.atf.runtime;

/**
 * Makes text of tasks, callers and executors safe for a terminal. Control characters would control
 * the terminal, and invisible characters would make the text misleading.
 */
public final class PrintableText {
  private static final int REPLACEMENT = 0xFFFD;

  private PrintableText() {}

  /** Returns the text with U+FFFD instead of such characters. Tabs and line breaks are kept. */
  public static String of(String text) {
    return text.codePoints().noneMatch(PrintableText::isUnprintable)
        ? text
        : text.codePoints()
            .map(c -> isUnprintable(c) ? REPLACEMENT : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  /** Returns the text on one line, for example for a cell of a table. */
  public static String oneLine(String text) {
    return of(text).replace('\n', ' ').replace('\t', ' ');
  }

  private static boolean isUnprintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c != '\n' && c != '\t';
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      // Scripts and emoji need the two joiners. Other formats may change the direction of a line.
      case Character.FORMAT -> c != 0x200C && c != 0x200D;
      default -> false;
    };
  }
}
