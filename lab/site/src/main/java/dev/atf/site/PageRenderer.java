package dev.atf.site;

import java.util.List;
import java.util.Map;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.HtmlRenderer;

/** Renderer of documents as HTML, with the links and anchors of the site. */
final class PageRenderer {
  private final PageLinks links;

  PageRenderer(PageLinks links) {
    this.links = links;
  }

  String render(Document document) {
    return HtmlRenderer.builder()
        .extensions(List.of(TablesExtension.create()))
        .attributeProviderFactory(
            context -> (node, tag, attributes) -> complete(document, node, tag, attributes))
        .build()
        .render(document.root());
  }

  private void complete(Document document, Node node, String tag, Map<String, String> attributes) {
    if (node instanceof Heading) {
      document.anchor(node).ifPresent(anchor -> attributes.put("id", anchor));
    } else if (node instanceof Link link) {
      attributes.put("href", links.resolve(document, link.getDestination()));
    } else if (node instanceof Image image) {
      attributes.put("src", links.resolve(document, image.getDestination()));
    } else if (node instanceof FencedCodeBlock block && tag.equals("pre")) {
      attributes.put("tabindex", "0"); // wide ones scroll by the keyboard
      attributes.put("class", "mermaid".equals(block.getInfo()) ? "diagram" : "code");
    }
  }
}
