package dev.atf.site;

import java.io.IOException;
import java.nio.file.Path;

/** Writes the site: {@code SiteMain CHECKOUT DIRECTORY}. */
public final class SiteMain {
  private SiteMain() {}

  public static void main(String[] args) throws IOException {
    var directory = Path.of(args[1]);
    int pages = Site.of(Path.of(args[0])).write(directory);
    System.out.printf("%d pages: %s%n", pages, directory.resolve(Site.HOME));
  }
}
