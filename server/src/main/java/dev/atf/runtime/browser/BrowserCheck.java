package dev.atf.runtime.browser;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.DecoratingHttpServiceFunction;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.docs.DocService;
import com.linecorp.armeria.server.healthcheck.HealthCheckService;
import dev.atf.runtime.auth.PublicService;
import java.util.List;

/**
 * Applies {@link BrowserRules} to every request of a server, before anything else sees it. The
 * health check is exempt, because probes use addresses of any kind.
 */
public record BrowserCheck(BrowserRules rules) implements DecoratingHttpServiceFunction {
  @Override
  public HttpResponse serve(HttpService call, ServiceRequestContext context, HttpRequest request)
      throws Exception {
    if (context.config().service().as(HealthCheckService.class) != null) {
      return call.serve(context, request);
    }
    var headers = request.headers();
    var authority = headers.authority();
    var origin =
        RequestOrigin.of(
            request.method().name(),
            authority == null ? List.of() : List.of(authority),
            headers::getAll);
    var refusal = rules.refusal(origin, isPage(context));
    return refusal.isPresent() ? refusal.get().render(request) : call.serve(context, request);
  }

  /**
   * Returns whether the path has no service. Such a request is redirected to a page, or not found.
   */
  private static boolean isPage(ServiceRequestContext context) {
    var service = context.config().service();
    return context.config().route().isFallback()
        || service.as(PublicService.class) != null
        || service.as(DocService.class) != null;
  }
}
