package dev.atf.cli.output;

import dev.atf.runtime.PrintableText;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.regex.Pattern;

/**
 * Writer for people. It replaces control characters in all output, because most of it comes from
 * tasks and their callers. The colours of {@link Terminal} stay.
 */
public final class PrintableWriter extends FilterWriter {
  private static final Pattern PAINT = Pattern.compile("\u001b\\[(?:[0-2]|3[1-3])m");

  private PrintableWriter(Writer out) {
    super(out);
  }

  /** Returns a writer that passes everything on immediately, and flushes after each line. */
  public static PrintWriter to(PrintWriter out) {
    return new PrintWriter(new PrintableWriter(out), true);
  }

  @Override
  public void write(int c) throws IOException {
    write(String.valueOf((char) c));
  }

  @Override
  public void write(char[] chars, int from, int count) throws IOException {
    write(String.valueOf(chars, from, count));
  }

  @Override
  public void write(String text, int from, int count) throws IOException {
    var part = text.substring(from, from + count);
    var paint = PAINT.matcher(part);
    int end = 0;
    while (paint.find()) {
      out.write(PrintableText.of(part.substring(end, paint.start())));
      out.write(paint.group());
      end = paint.end();
    }
    out.write(PrintableText.of(part.substring(end)));
  }
}
