package dev.atf.runtime.browser;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Headers with which a browser reports the origin of a request. Scripts of pages cannot change them
 * (<a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata</a>).
 *
 * @param hosts names of the server in the request
 * @param origin origin; empty for a navigation, a request within the page's own origin, or a client
 *     that is not a browser
 * @param fetchSite relation of the sites; empty in old browsers, and in all browsers over plain
 *     HTTP except to the loopback
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
   * @param authority authority of HTTP/2 or of an absolute address, if there is one
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

  /** Returns whether the browser opens a page itself and sends no data. */
  boolean isNavigation() {
    return method.equals("GET") && fetchMode.equals("navigate") && fetchDest.equals("document");
  }
}
