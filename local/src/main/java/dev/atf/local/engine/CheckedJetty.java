package dev.atf.local.engine;

import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses requests that pages of other sites make a browser send, before DynamoDB Local gets them.
 */
final class CheckedJetty extends Handler.Wrapper {
  CheckedJetty(Handler engine) {
    super(engine);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    var authority = request.getHttpURI().getAuthority();
    var refusal =
        EngineBrowserRules.refusal(
            request.getMethod(),
            authority == null ? List.of() : List.of(authority),
            name -> request.getHeaders().getValuesList(name));
    if (refusal.isEmpty()) {
      return super.handle(request, response, callback);
    }
    Response.writeError(
        request, response, callback, refusal.get().httpStatus().code(), refusal.get().message());
    return true;
  }
}
