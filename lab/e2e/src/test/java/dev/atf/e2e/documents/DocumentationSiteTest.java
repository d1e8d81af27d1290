package dev.atf.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.site.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the pages that {@code ./mvnw -Psite} makes of the documents. */
final class DocumentationSiteTest {
  /** In texts quotes are escaped. */
  private static final Pattern LINK = Pattern.compile(" (?:href|src)=\"([^\"]*)\"");

  private static final Pattern LOADED =
      Pattern.compile("<(?:script|link|img)[^>]*(?:src|href)=\"([^\"]*)\"");
  private static final Pattern SCHEME = Pattern.compile("(?:https?|mailto):.*");

  @TempDir private static Path directory;

  /** HTML of each page by its path. */
  private static final TreeMap<String, String> PAGES = new TreeMap<>();

  @BeforeAll
  static void write() throws IOException {
    int written = Site.of(Project.ROOT).write(directory);

    try (var files = Files.walk(directory)) {
      files.filter(file -> file.toString().endsWith(".html")).forEach(DocumentationSiteTest::read);
    }
    assertThat(PAGES).hasSize(written).hasSizeGreaterThan(100);
  }

  private static void read(Path file) {
    try {
      PAGES.put(directory.relativize(file).toString(), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyDocumentHasAPage() throws IOException {
    try (var files = Files.walk(Project.ROOT.resolve("docs"))) {
      var pages =
          files
              .map(file -> Project.ROOT.relativize(file).toString())
              .filter(path -> path.endsWith(".md"))
              .map(DocumentationSiteTest::page);
      assertThat(pages).isNotEmpty().allMatch(PAGES::containsKey);
    }
    assertThat(PAGES).containsKeys("ARCHITECTURE.html", "standalone/testkit/index.html");
  }

  @Test
  void everyLinkLeadsToAFileAndItsAnchor() {
    var broken = new ArrayList<String>();
    PAGES.forEach(
        (page, html) ->
            links(html)
                .filter(link -> !leads(page, link))
                .forEach(link -> broken.add(page + ": " + link)));

    assertThat(broken).isEmpty();
  }

  @Test
  void everyPageIsReachedFromTheFirst() {
    var reached = new TreeSet<>(Set.of(Site.HOME));
    var next = new ArrayDeque<>(reached);
    while (!next.isEmpty()) {
      var page = next.remove();
      links(Objects.requireNonNull(PAGES.get(page)))
          .filter(link -> !SCHEME.matcher(link).matches())
          .map(link -> resolve(page, link.replaceAll("#.*", "")))
          .filter(PAGES::containsKey)
          .filter(reached::add)
          .forEach(next::add);
    }

    assertThat(reached).containsExactlyElementsOf(PAGES.keySet());
  }

  @Test
  void theIndexesListEveryDocument() {
    assertListed("docs/README.md", "docs", "docs/operate");
    assertListed("docs/adr/README.md", "docs/adr");
  }

  private static void assertListed(String index, String... directories) {
    var text = Project.document(index);
    int parent = index.lastIndexOf('/') + 1;

    assertThat(
            Stream.of(directories)
                .map(Project.ROOT::resolve)
                .flatMap(DocumentationSiteTest::documents))
        .filteredOn(path -> !path.endsWith("README.md"))
        .isNotEmpty()
        .allMatch(path -> text.contains("(" + path.substring(parent)));
  }

  @Test
  void theSearchHasEveryDocument() throws IOException {
    var index = Files.readString(directory.resolve("search-index.js"));
    var rows = index.lines().filter(line -> line.startsWith("[")).toList();
    var documents =
        Stream.of("docs", "docs/adr", "docs/operate")
            .map(Project.ROOT::resolve)
            .flatMap(DocumentationSiteTest::documents)
            .map(DocumentationSiteTest::page)
            .collect(Collectors.toList());
    documents.addAll(Set.of("index.html", "ARCHITECTURE.html", "hsc/index.html"));

    assertThat(documents)
        .allMatch(page -> rows.stream().anyMatch(row -> row.startsWith("[\"" + page + "\",")));
    assertThat(rows).anyMatch(row -> row.contains("\"The express lane\""));
  }

  @Test
  void pagesLoadNothingFromANetwork() throws IOException {
    for (var html : PAGES.values()) {
      assertThat(LOADED.matcher(html).results().map(match -> match.group(1)))
          .isNotEmpty()
          .noneMatch(source -> source.contains(":") || source.startsWith("/"));
    }
    assertThat(directory.resolve("site.css")).content().doesNotContain("url(", "@import");
    assertThat(directory.resolve("site.js")).content().doesNotContain("http:", "https:", "fetch(");
  }

  @Test
  void aLinkThatLeadsNowhereIsRefusedByName(@TempDir Path checkout) throws IOException {
    Files.createDirectory(checkout.resolve("docs"));
    Files.writeString(checkout.resolve("README.md"), "# A\n[b](docs/b.md) [c](docs/c.md#none)\n");
    Files.writeString(checkout.resolve("docs/c.md"), "# C\n");

    assertThatThrownBy(() -> Site.of(checkout))
        .hasMessageContaining("README.md: docs/b.md (expected: a file of the checkout)")
        .hasMessageContaining("README.md: docs/c.md#none (expected: a heading of docs/c.md)");
  }

  @Test
  void textThatLooksLikeMarkupStaysText(@TempDir Path checkout) throws IOException {
    Files.createDirectory(checkout.resolve("docs"));
    Files.writeString(
        checkout.resolve("README.md"), "# A `<b>`\n\n`</script>` [x](x.txt)\n\n```\n<i>\n```\n");
    Files.writeString(checkout.resolve("x.txt"), "<u>&");
    Site.of(checkout).write(checkout.resolve("out"));

    assertThat(checkout.resolve("out/index.html"))
        .content()
        .contains("<title>A &lt;b&gt;</title>", "&lt;i&gt;", "id=\"a-b\"")
        .doesNotContain("</script>\"");
    assertThat(checkout.resolve("out/x.txt.html"))
        .content()
        .contains("<code>&lt;u&gt;&amp;</code>");
    assertThat(checkout.resolve("out/search-index.js")).content().contains("\\u003c/script>");
  }

  /** Returns the page of a document. */
  private static String page(String document) {
    return document.replaceAll("README\\.md$", "index.md").replaceAll("md$", "html");
  }

  private static Stream<String> links(String html) {
    return LINK.matcher(html).results().map(link -> link.group(1));
  }

  private static boolean leads(String page, String link) {
    if (SCHEME.matcher(link).matches()) {
      return true;
    }
    int hash = link.indexOf('#');
    var file = resolve(page, hash < 0 ? link : link.substring(0, hash));
    if (hash < 0) {
      return Files.isRegularFile(directory.resolve(file));
    }
    return PAGES.getOrDefault(file, "").contains("id=\"" + link.substring(hash + 1) + "\"");
  }

  private static String resolve(String page, String link) {
    return link.isEmpty()
        ? page
        : Path.of("/" + page).resolveSibling(link).normalize().toString().substring(1);
  }

  private static Stream<String> documents(Path directory) {
    try (var files = Files.list(directory)) {
      return files
          .map(file -> Project.ROOT.relativize(file).toString())
          .filter(path -> path.endsWith(".md"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
