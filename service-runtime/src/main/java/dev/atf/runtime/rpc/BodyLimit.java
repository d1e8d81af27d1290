package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.DecoratingHttpServiceFunction;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.refusal.CallRefusal;
import io.grpc.Status.Code;
import io.netty.util.AttributeKey;
import java.util.HashMap;
import java.util.Map;

/**
 * Limit on the bytes of unanswered requests in the memory of one server. A caller may use at most
 * as many bytes as are still free. Therefore a single caller can use half of them, and requests of
 * others are still accepted.
 */
final class BodyLimit implements DecoratingHttpServiceFunction {
  private static final AttributeKey<Body> BODY = AttributeKey.valueOf(BodyLimit.class, "BODY");

  /**
   * Divisor of the heap for requests. A request that is being read needs up to five times its size.
   */
  private static final int HEAP_SHARE = 8;

  private final long bytesMax;
  private final int requestBytesMax;
  private final Map<String, Long> held = new HashMap<>();
  private long heldInAll;

  /**
   * Creates a limit.
   *
   * @param requestBytesMax maximum size of one request; the rest of a larger one is discarded
   */
  BodyLimit(long bytesMax, int requestBytesMax) {
    this.bytesMax = bytesMax;
    this.requestBytesMax = requestBytesMax;
  }

  /**
   * Returns the limit for the heap of this process. It is at least two requests of the maximum
   * size.
   */
  static BodyLimit of(int requestBytesMax) {
    return new BodyLimit(
        Math.max(2L * requestBytesMax, Runtime.getRuntime().maxMemory() / HEAP_SHARE),
        requestBytesMax);
  }

  @Override
  public HttpResponse serve(HttpService call, ServiceRequestContext context, HttpRequest request)
      throws Exception {
    var body = new Body(context, request, caller(context));
    context.setAttr(BODY, body);
    return call.serve(context, new EachData(request, body::count));
  }

  /**
   * Returns the name of the caller. Without credentials, the name is the address of the connection.
   * It is never a header, because callers can invent headers.
   */
  private static String caller(ServiceRequestContext context) {
    return Principal.current()
        .map(one -> one.tenant() + "/" + one.name())
        .orElseGet(() -> context.remoteAddress().getHostString());
  }

  /** Records that bytes of a call's body are no longer in memory. */
  static void release(ServiceRequestContext context, long bytes) {
    var body = context.attr(BODY);
    if (body != null) {
      body.release(bytes);
    }
  }

  private synchronized boolean take(String caller, long bytes) {
    long own = held.getOrDefault(caller, 0L) + bytes;
    if (own > bytesMax - heldInAll - bytes) {
      return false;
    }
    held.put(caller, own);
    heldInAll += bytes;
    return true;
  }

  private synchronized void giveBack(String caller, long bytes) {
    heldInAll -= bytes;
    held.computeIfPresent(caller, (name, own) -> own == bytes ? null : own - bytes);
  }

  /** Body of one call. */
  private final class Body {
    private final ServiceRequestContext context;
    private final HttpRequest request;
    private final String caller;
    private long bytes;
    private boolean isBegun;
    private boolean isOver;

    Body(ServiceRequestContext context, HttpRequest request, String caller) {
      this.context = context;
      this.request = request;
      this.caller = caller;
    }

    HttpData count(HttpData data) {
      if (add(data.length())) {
        return data;
      }
      data.close();
      throw refusal().exception(request);
    }

    private synchronized boolean add(int received) {
      if (isOver) {
        // The call has been answered, and nobody reads this any more.
        return true;
      }
      long length = Math.min(received, requestBytesMax - bytes);
      if (!take(caller, length)) {
        return false;
      }
      bytes += length;
      if (!isBegun) {
        isBegun = true;
        var unused = context.log().whenComplete().thenRun(this::end);
      }
      return true;
    }

    private CallRefusal refusal() {
      return new CallRefusal(
          Code.RESOURCE_EXHAUSTED,
          HttpStatus.TOO_MANY_REQUESTS,
          "OVERLOADED",
          "the requests in progress, or this caller's, are too large together"
              + " (expected: at most %d bytes, half of them of one caller); try again later"
                  .formatted(bytesMax));
    }

    synchronized void release(long processed) {
      long released = Math.min(processed, bytes);
      bytes -= released;
      giveBack(caller, released);
    }

    private synchronized void end() {
      isOver = true;
      release(bytes);
    }
  }
}
