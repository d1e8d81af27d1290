package dev.atf.cli.output;

import dev.atf.runtime.PrintableText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows of text with aligned columns. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(String... headings) {
    rows.add(List.of(headings));
  }

  /** Adds a row. Control characters in its cells are replaced. */
  public void add(String... cells) {
    rows.add(Arrays.stream(cells).map(PrintableText::oneLine).toList());
  }

  public void print(PrintWriter out) {
    print(out, Terminal.NONE);
  }

  /** Prints the table, cut to the width of the terminal. */
  public void print(PrintWriter out, Terminal terminal) {
    for (var row : rows) {
      var line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        line.append(pad(row.get(column), width(column))).append("  ");
      }
      out.println(terminal.fit(line.toString().stripTrailing()));
    }
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> length(row.get(column))).max().orElse(0);
  }

  private static String pad(String cell, int width) {
    return cell + " ".repeat(width - length(cell));
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
