package dev.atf.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;

/** A Markdown document of the checkout, with the anchors that GitHub gives its headings. */
final class Document {
  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  private final String path;
  private final Node root;
  private final Map<Node, String> anchors = new HashMap<>();
  private final List<String> titles = new ArrayList<>();

  /**
   * @param path from the root of the checkout, such as {@code docs/jobs.md}
   */
  Document(String path, String text) {
    this.path = path;
    this.root = PARSER.parse(text);
    var used = new HashMap<String, Integer>();
    root.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            var slug = slug(NodeText.of(heading));
            int before = used.merge(slug, 1, Integer::sum) - 1;
            anchors.put(heading, before == 0 ? slug : slug + "-" + before);
            titles.add(NodeText.of(heading));
          }
        });
  }

  String path() {
    return path;
  }

  Node root() {
    return root;
  }

  /** Returns the first heading; the path of a document that has none. */
  String title() {
    return titles.isEmpty() ? path : titles.get(0);
  }

  Optional<String> anchor(Node heading) {
    return Optional.ofNullable(anchors.get(heading));
  }

  boolean hasAnchor(String anchor) {
    return anchors.containsValue(anchor);
  }

  private static String slug(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }
}
