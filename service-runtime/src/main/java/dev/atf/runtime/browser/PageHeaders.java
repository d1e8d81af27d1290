package dev.atf.runtime.browser;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.server.ServerBuilder;

/**
 * Headers of every answer that forbid browsers to show it inside another page, to run its content,
 * and to give it to scripts of other sites.
 */
public final class PageHeaders {
  private static final String NOTHING_OF_IT_RUNS = "default-src 'none'; frame-ancestors 'none'";

  private PageHeaders() {}

  /** Adds the headers wherever a service does not set its own. */
  public static void addTo(ServerBuilder server) {
    server
        .setHeader(HttpHeaderNames.CONTENT_SECURITY_POLICY, NOTHING_OF_IT_RUNS)
        // For browsers without frame-ancestors.
        .setHeader(HttpHeaderNames.X_FRAME_OPTIONS, "DENY")
        // A browser must not guess that a task's text is a page.
        .setHeader(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff")
        .setHeader("cross-origin-opener-policy", "same-origin")
        .setHeader("cross-origin-resource-policy", "same-origin");
  }
}
