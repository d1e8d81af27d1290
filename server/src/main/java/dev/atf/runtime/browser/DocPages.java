package dev.atf.runtime.browser;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.SimpleDecoratingHttpService;
import com.linecorp.armeria.server.docs.DocService;
import dev.atf.runtime.server.Authority;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Service of the pages at {@code /docs}. They show calls and cannot make them. Otherwise, a link
 * could fill in the form of a call, which would then be sent from one of this server's own pages.
 */
public final class DocPages {
  private static final String PATH = "/docs/";

  private DocPages() {}

  /** Returns the service for the path {@code /docs}. */
  public static HttpService service() {
    return new DocService()
        .decorate(OnFirstRequest::new)
        .decorate(
            (pages, context, request) -> {
              context.setAdditionalResponseHeader(
                  HttpHeaderNames.CONTENT_SECURITY_POLICY, policy(request));
              return pages.serve(context, request);
            });
  }

  private static String policy(HttpRequest request) {
    var authority = Objects.requireNonNullElse(request.authority(), "");
    return String.join(
        "; ",
        "default-src 'none'",
        "script-src 'self'",
        // Its style sheets are created by its script.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        // Allows only the description of the calls, by its full address: 'self' has no path.
        "connect-src "
            + Authority.parse(authority)
                .map(own -> own.host() + (own.port().isEmpty() ? "" : ":" + own.port()) + PATH)
                .orElse("'none'"),
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'");
  }

  /**
   * Creates the pages at their first request. Describing every call would take a third of the time
   * in which a server starts, and most processes never need the pages.
   */
  private static final class OnFirstRequest extends SimpleDecoratingHttpService {
    private volatile boolean isAdded;

    OnFirstRequest(HttpService pages) {
      super(pages);
    }

    @Override
    public void serviceAdded(ServiceConfig config) {}

    @Override
    public HttpResponse serve(ServiceRequestContext context, HttpRequest request) throws Exception {
      if (isAdded) {
        return unwrap().serve(context, request);
      }
      return HttpResponse.of(
          CompletableFuture.supplyAsync(
              () -> serveFirst(context, request), context.blockingTaskExecutor()));
    }

    private synchronized HttpResponse serveFirst(
        ServiceRequestContext context, HttpRequest request) {
      try {
        if (!isAdded) {
          unwrap().serviceAdded(context.config());
          isAdded = true;
        }
        return unwrap().serve(context, request);
      } catch (Exception e) {
        return HttpResponse.ofFailure(e);
      }
    }
  }
}
