package dev.atf.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The pages of a checkout's documents, and of the files that these link to. */
public final class Site {
  /** Page to begin with. */
  public static final String HOME = "index.html";

  private static final List<String> RESOURCES = List.of("site.css", "site.js");

  /** Size above which a file is copied instead of shown on a page. */
  private static final int SHOWN_BYTES_MAX = 200_000;

  private final DocumentTree tree;
  private final PageLinks links;
  private final SectionIndex index = new SectionIndex();
  private final List<Page> pages = new ArrayList<>();

  private Site(DocumentTree tree) {
    this.tree = tree;
    this.links = new PageLinks(tree);
  }

  /**
   * Reads a checkout.
   *
   * @throws IllegalArgumentException naming all links of documents that lead nowhere
   */
  public static Site of(Path root) throws IOException {
    var site = new Site(new DocumentTree(root));
    site.addDocuments();
    site.addDirectories();
    site.addFiles();
    return site;
  }

  private void addDocuments() {
    var renderer = new PageRenderer(links);
    for (var path : new TreeSet<>(tree.documents().keySet())) {
      var document = Objects.requireNonNull(tree.documents().get(path));
      pages.add(new Page(PagePath.of(path), document.title(), renderer.render(document)));
      index.add(document);
    }
    if (!links.broken().isEmpty()) {
      throw new IllegalArgumentException(
          "links that lead nowhere:\n" + String.join("\n", links.broken()));
    }
  }

  private void addDirectories() throws IOException {
    for (var directory : links.directories()) {
      var target = PagePath.ofDirectory(directory);
      var files = tree.filesIn(directory);
      files.stream().filter(file -> !tree.documents().containsKey(file)).forEach(links::addFile);
      var list =
          files.stream()
              .map(
                  file ->
                      "<li>" + Html.link(target.linkTo(PagePath.of(file)), name(file)) + "</li>")
              .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>\n"));
      pages.add(
          new Page(target, directory, "<h1>%s</h1>\n%s".formatted(Html.escape(directory), list)));
    }
  }

  private String name(String file) {
    var document = tree.documents().get(file);
    return document == null ? file.substring(file.lastIndexOf('/') + 1) : document.title();
  }

  private void addFiles() throws IOException {
    for (var path : links.files()) {
      var text = Files.readString(tree.file(path));
      var shown =
          text.length() <= SHOWN_BYTES_MAX
              ? text
              : text.substring(0, text.lastIndexOf('\n', SHOWN_BYTES_MAX)) + "\n… and more\n";
      pages.add(
          new Page(
              PagePath.of(path),
              path,
              "<h1>%s</h1>\n<pre><code>%s</code></pre>\n"
                  .formatted(Html.escape(path), Html.escape(shown))));
    }
  }

  /**
   * Writes all pages, and what they need, into a directory.
   *
   * @return the number of pages
   */
  public int write(Path directory) throws IOException {
    var navigation = new Navigation(tree.documents());
    for (var page : pages) {
      write(directory.resolve(page.target().path()), page.html(navigation));
    }
    for (var picture : links.pictures()) {
      var copy = directory.resolve(picture);
      Files.createDirectories(copy.getParent());
      Files.copy(tree.file(picture), copy, StandardCopyOption.REPLACE_EXISTING);
    }
    write(directory.resolve("search-index.js"), index.script());
    RESOURCES.forEach(resource -> writeResource(directory, resource));
    return pages.size();
  }

  private static void writeResource(Path directory, String name) {
    try (var in = Objects.requireNonNull(Site.class.getResourceAsStream(name), name)) {
      Files.copy(in, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
