package dev.atf.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The links of all documents, from files of the checkout to pages of the site. Other files and
 * directories become pages if a document links to them.
 */
final class PageLinks {
  private static final Set<String> PICTURES = Set.of("png", "svg");

  private final DocumentTree tree;
  private final Set<String> files = new TreeSet<>();
  private final Set<String> directories = new TreeSet<>();
  private final Set<String> pictures = new TreeSet<>();
  private final List<String> broken = new ArrayList<>();

  PageLinks(DocumentTree tree) {
    this.tree = tree;
  }

  /** Returns the link of a page for one of its document; broken ones are noted, and stay. */
  String resolve(Document from, String link) {
    if (link.matches("[a-z]+:.*")) {
      return link;
    }
    int hash = link.indexOf('#');
    var file = hash < 0 ? link : link.substring(0, hash);
    var anchor = hash < 0 ? "" : link.substring(hash + 1);
    var path = file.isEmpty() ? from.path() : tree.resolve(from.path(), file);
    var document = tree.documents().get(path);
    if (!anchor.isEmpty() && (document == null || !document.hasAnchor(anchor))) {
      broken.add(from.path() + ": " + link + " (expected: a heading of " + path + ")");
    }
    if (document != null && file.isEmpty()) {
      return link;
    }
    return page(from, link, path) + (anchor.isEmpty() ? "" : "#" + anchor);
  }

  private String page(Document from, String link, String path) {
    var here = PagePath.of(from.path());
    if (PICTURES.contains(path.substring(path.lastIndexOf('.') + 1)) && tree.isFile(path)) {
      pictures.add(path);
      return here.up() + path;
    }
    if (tree.documents().containsKey(path)) {
      return here.linkTo(PagePath.of(path));
    }
    if (tree.isFile(path)) {
      files.add(path);
      return here.linkTo(PagePath.of(path));
    }
    if (!path.startsWith("..") && tree.isDirectory(path)) {
      if (!tree.documents().containsKey(path + "/README.md")) {
        directories.add(path);
      }
      return here.linkTo(PagePath.ofDirectory(path));
    }
    broken.add(from.path() + ": " + link + " (expected: a file of the checkout)");
    return link;
  }

  /** Adds a file that a listing of a directory links to. */
  void addFile(String path) {
    files.add(path);
  }

  /** Returns the files so far that need a page of their own. */
  Set<String> files() {
    return files;
  }

  /** Returns the directories so far that need a page with their files. */
  Set<String> directories() {
    return directories;
  }

  Set<String> pictures() {
    return pictures;
  }

  List<String> broken() {
    return broken;
  }
}
