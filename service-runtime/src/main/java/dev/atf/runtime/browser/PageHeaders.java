package dev.atf.runtime.browser;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.server.ServerBuilder;

/**
 * Headers of every answer by which a browser shows none of them inside of another page, runs
 * nothing that one contains, and keeps them from the scripts of other sites.
 */
public final class PageHeaders {
  private static final String NOTHING_OF_IT_RUNS = "default-src 'none'; frame-ancestors 'none'";

  private PageHeaders() {}

  /** Adds them wherever a service does not set its own. */
  public static void addTo(ServerBuilder server) {
    server
        .setHeader(HttpHeaderNames.CONTENT_SECURITY_POLICY, NOTHING_OF_IT_RUNS)
        // Of browsers without frame-ancestors.
        .setHeader(HttpHeaderNames.X_FRAME_OPTIONS, "DENY")
        // A browser must not guess that a text of somebody's task is a page.
        .setHeader(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff")
        .setHeader("cross-origin-opener-policy", "same-origin")
        .setHeader("cross-origin-resource-policy", "same-origin");
  }
}
