package dev.atf.runtime.browser;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Headers by which a browser says where a request comes from; the script of a page cannot change
 * them (<a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata</a>).
 *
 * @param hosts the server's name, everywhere the request says it
 * @param origin empty: a navigation, a request of the page's own origin, or no browser
 * @param fetchSite empty in old browsers, and in all over plain HTTP but for the loopback
 */
public record RequestOrigin(
    String method,
    List<String> hosts,
    List<String> origin,
    String fetchSite,
    String fetchMode,
    String fetchDest) {
  public RequestOrigin {
    hosts = List.copyOf(hosts);
    origin = List.copyOf(origin);
  }

  /**
   * Reads the headers of a request.
   *
   * @param authority of HTTP/2 or of an absolute address, if there is one
   * @param headers all values of a header by its name in lower case
   */
  public static RequestOrigin of(
      String method, List<String> authority, Function<String, List<String>> headers) {
    return new RequestOrigin(
        method,
        Stream.concat(authority.stream(), headers.apply("host").stream()).distinct().toList(),
        headers.apply("origin"),
        String.join(",", headers.apply("sec-fetch-site")),
        String.join(",", headers.apply("sec-fetch-mode")),
        String.join(",", headers.apply("sec-fetch-dest")));
  }

  /** Returns whether the browser opens a page of its own and sends nothing. */
  boolean isNavigation() {
    return method.equals("GET") && fetchMode.equals("navigate") && fetchDest.equals("document");
  }
}
