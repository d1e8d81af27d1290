package dev.atf.site;

/**
 * Place of a page in the site.
 *
 * @param path from the root of the site, such as {@code docs/jobs.html}
 */
record PagePath(String path) {
  private static final String README = "README.md";

  /** Returns the page of a file of the checkout. */
  static PagePath of(String file) {
    if (file.endsWith(README)) {
      return new PagePath(file.substring(0, file.length() - README.length()) + "index.html");
    }
    return new PagePath(
        (file.endsWith(".md") ? file.substring(0, file.length() - 3) : file) + ".html");
  }

  /** Returns the page that lists a directory of the checkout. */
  static PagePath ofDirectory(String directory) {
    return new PagePath(directory + "/index.html");
  }

  /** Returns the way to the root of the site: nothing, or {@code ../} for each directory. */
  String up() {
    return "../".repeat((int) path.chars().filter(character -> character == '/').count());
  }

  String linkTo(PagePath other) {
    return up() + other.path();
  }
}
