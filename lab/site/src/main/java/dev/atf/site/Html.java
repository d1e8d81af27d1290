package dev.atf.site;

/** Text as HTML. */
final class Html {
  private Html() {}

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  static String link(String href, String text) {
    return "<a href=\"" + escape(href) + "\">" + escape(text) + "</a>";
  }
}
