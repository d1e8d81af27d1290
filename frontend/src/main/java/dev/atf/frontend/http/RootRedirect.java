package dev.atf.frontend.http;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.auth.PublicService;

/** Redirects browsers from the root to the console. A program gets NOT_FOUND at the root. */
public final class RootRedirect implements HttpService, PublicService {
  private RootRedirect() {}

  /** Adds the redirect to a server. */
  public static void on(ServerBuilder server) {
    server
        .route()
        .get("/")
        .matchesHeaders(HttpHeaderNames.ACCEPT, accepted -> accepted.contains("text/html"))
        .build(new RootRedirect());
  }

  @Override
  public HttpResponse serve(ServiceRequestContext context, HttpRequest request) {
    return HttpResponse.ofRedirect(HttpStatus.FOUND, "/console/");
  }
}
