package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.DecoratingHttpServiceFunction;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.refusal.CallRefusal;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.netty.util.AttributeKey;

/**
 * Limit of the bytes of requests that one server holds in memory: those of calls that have not been
 * answered. Tenants and callers share them ({@link FairShare}), so that the requests of others are
 * still taken.
 */
final class BodyLimit implements DecoratingHttpServiceFunction {
  private static final AttributeKey<Body> BODY = AttributeKey.valueOf(BodyLimit.class, "BODY");

  /** Share of the heap: a request that is being read takes up to {@link #SIZES} its size. */
  private static final int HEAP_SHARE = 8;

  /**
   * Memory that a request may take, in multiples of its bytes. One that takes more is counted as
   * more bytes ({@link #charge}).
   */
  private static final int SIZES = 5;

  /** A single caller with a tenant gets a third, which has to be enough for any one request. */
  private static final int REQUESTS_MIN = 3;

  private final FairShare share;
  private final int requestBytesMax;

  /**
   * Creates a limit.
   *
   * @param requestBytesMax maximum size of one request; the rest of a larger one is discarded
   */
  BodyLimit(long bytesMax, int requestBytesMax) {
    this.share = new FairShare(bytesMax);
    this.requestBytesMax = requestBytesMax;
  }

  /** Returns the limit for the heap of this process. */
  static BodyLimit of(int requestBytesMax) {
    return new BodyLimit(
        Math.max(
            (long) REQUESTS_MIN * requestBytesMax, Runtime.getRuntime().maxMemory() / HEAP_SHARE),
        requestBytesMax);
  }

  @Override
  public HttpResponse serve(HttpService call, ServiceRequestContext context, HttpRequest request)
      throws Exception {
    var body = new Body(context, request, Caller.of(context));
    context.setAttr(BODY, body);
    return call.serve(context, new EachData(request, body::count));
  }

  /** Notes that bytes of a call's body are not in memory any more. */
  static void release(ServiceRequestContext context, long bytes) {
    var body = context.attr(BODY);
    if (body != null) {
      body.release(bytes);
    }
  }

  /**
   * Counts the memory that the parsed form of a message takes beyond what its bytes stand for,
   * until the call has been answered.
   *
   * @throws StatusRuntimeException OVERLOADED if it is more than the caller's share
   */
  static void charge(ServiceRequestContext context, long memory, long bytes) {
    var body = context.attr(BODY);
    long extra = memory / SIZES - bytes;
    if (body != null && extra > 0) {
      body.charge(extra);
    }
  }

  /** Body of one call. */
  private final class Body {
    private final ServiceRequestContext context;
    private final HttpRequest request;
    private final Caller caller;
    private long bytes;
    private long charged;
    private boolean isBegun;
    private boolean isOver;

    Body(ServiceRequestContext context, HttpRequest request, Caller caller) {
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
      if (!share.take(caller, length)) {
        return false;
      }
      bytes += length;
      begin();
      return true;
    }

    synchronized void charge(long extra) {
      if (isOver) {
        return;
      }
      if (!share.take(caller, extra)) {
        throw refusal().grpcException();
      }
      charged += extra;
      begin();
    }

    private void begin() {
      if (!isBegun) {
        isBegun = true;
        var unused = context.log().whenComplete().thenRun(this::end);
      }
    }

    private CallRefusal refusal() {
      return new CallRefusal(
          Code.RESOURCE_EXHAUSTED,
          HttpStatus.TOO_MANY_REQUESTS,
          "OVERLOADED",
          "the requests in progress, or this caller's, are too large together"
              + " (expected: at most %d bytes; each tenant and caller leaves some to others);"
                  .formatted(share.max())
              + " try again later");
    }

    synchronized void release(long processed) {
      long released = Math.min(processed, bytes);
      bytes -= released;
      share.free(caller, released);
    }

    private synchronized void end() {
      isOver = true;
      release(bytes);
      share.free(caller, charged);
    }
  }
}
