package dev.atf.site;

import java.util.StringJoiner;
import org.commonmark.node.Heading;

/**
 * The sections of all documents as a script, since a page that was opened from a file may load
 * scripts and nothing else: rows of page, title, anchor, heading and text.
 */
final class SectionIndex {
  private final StringJoiner rows = new StringJoiner(",\n", "window.sections = [\n", "\n];\n");

  /** Adds the sections of a document; one ends at the next heading. */
  void add(Document document) {
    var heading = document.title();
    var anchor = "";
    var text = new StringBuilder();
    for (var node = document.root().getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading) {
        addRow(document, anchor, heading, text);
        heading = NodeText.of(node);
        anchor = document.anchor(node).orElse("");
        text.setLength(0);
      } else {
        text.append(NodeText.of(node)).append(' ');
      }
    }
    addRow(document, anchor, heading, text);
  }

  private void addRow(Document document, String anchor, String heading, CharSequence text) {
    if (text.length() > 0 || !anchor.isEmpty()) {
      var row = new StringJoiner(",", "[", "]");
      row.add(quoted(PagePath.of(document.path()).path()));
      row.add(quoted(document.title())).add(quoted(anchor)).add(quoted(heading));
      row.add(quoted(text.toString().replaceAll("\\s+", " ").strip()));
      rows.add(row.toString());
    }
  }

  String script() {
    return rows.toString();
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character == '"' || character == '\\') {
        quoted.append('\\').append(character);
      } else if (character < ' ' || character == '<' || character == '\u2028') {
        quoted.append("\\u%04x".formatted((int) character));
      } else {
        quoted.append(character);
      }
    }
    return quoted.append('"').toString();
  }
}
