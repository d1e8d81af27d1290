package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.FilteredHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.DecoratingHttpServiceFunction;
import com.linecorp.armeria.server.HttpResponseException;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.healthcheck.HealthCheckService;
import dev.atf.runtime.refusal.CallRefusal;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.netty.util.AttributeKey;

/**
 * Limit of the bytes of answers that one server holds in memory because their callers have not read
 * them. A caller whose unread answers fill its share ({@link FairShare}) gets no further ones. A
 * call that waits for its answer, such as a long poll or a quiet stream, counts nothing.
 */
final class AnswerLimit implements DecoratingHttpServiceFunction {
  private static final AttributeKey<Answer> ANSWER =
      AttributeKey.valueOf(AnswerLimit.class, "ANSWER");

  /** Share of the heap, the same as of requests. */
  private static final int HEAP_SHARE = 8;

  /** At least this much, so that a process of a small heap gives several large pages at once. */
  private static final long BYTES_MIN = 48L * 1024 * 1024;

  /**
   * Size up to which an answer is given even if it exceeds the share: calls that write have small
   * answers, and what they did is done. There are at most as many as threads that serve calls.
   */
  private static final int SMALL_BYTES = 64 * 1024;

  /** Room that a caller needs for a further call: a task with its payload and result. */
  private static final int NEXT_BYTES = 1024 * 1024;

  private final FairShare share;
  private final int nextBytes;

  AnswerLimit(long bytesMax, int nextBytes) {
    this.share = new FairShare(bytesMax);
    this.nextBytes = nextBytes;
  }

  /** Returns the limit for the heap of this process. */
  static AnswerLimit ofHeap() {
    return new AnswerLimit(
        Math.max(BYTES_MIN, Runtime.getRuntime().maxMemory() / HEAP_SHARE), NEXT_BYTES);
  }

  @Override
  public HttpResponse serve(HttpService call, ServiceRequestContext context, HttpRequest request)
      throws Exception {
    var answer = new Answer(context, request);
    // Health checks are answered to everybody, and briefly.
    if (answer.isRefused() && context.config().service().as(HealthCheckService.class) == null) {
      return refusal().render(request);
    }
    context.setAttr(ANSWER, answer);
    return new EachPart(call.serve(context, request), answer);
  }

  /**
   * Checks that the caller has read enough to get a further answer; called before a call is
   * handled.
   *
   * @throws StatusRuntimeException OVERLOADED
   */
  static void requireRead(ServiceRequestContext context) {
    var answer = context.attr(ANSWER);
    if (answer != null && answer.isRefused()) {
      throw answer.exception();
    }
  }

  private CallRefusal refusal() {
    return new CallRefusal(
        Code.RESOURCE_EXHAUSTED,
        HttpStatus.TOO_MANY_REQUESTS,
        "OVERLOADED",
        "the answers that have not been read yet, or this caller's, are too large together"
            + " (expected: at most %d bytes; each tenant and caller leaves some to others);"
                .formatted(share.max())
            + " read them, then try again");
  }

  /** Answer of one call, as far as it is in memory. */
  private final class Answer {
    private final ServiceRequestContext context;
    private final HttpRequest request;
    private final Caller caller;
    private long held;
    private boolean isBegun;
    private boolean isOver;

    Answer(ServiceRequestContext context, HttpRequest request) {
      this.context = context;
      this.request = request;
      this.caller = Caller.of(context);
    }

    boolean isRefused() {
      return !share.fits(caller, nextBytes);
    }

    StatusRuntimeException exception() {
      return refusal().grpcException();
    }

    /**
     * Counts a part. In a stream it replaces the previous part: the server asks for a part after it
     * has sent the one before.
     */
    synchronized void add(HttpData part) {
      int length = part.length();
      if (isOver || length == 0) {
        return;
      }
      if (context.exchangeType().isResponseStreaming()) {
        share.free(caller, held);
        held = 0;
      }
      if (length <= SMALL_BYTES) {
        share.add(caller, length);
      } else if (!share.take(caller, length)) {
        part.close();
        throw HttpResponseException.of(refusal().render(request));
      }
      held += length;
      if (!isBegun) {
        isBegun = true;
        var unused = context.log().whenComplete().thenRun(this::end);
      }
    }

    private synchronized void end() {
      isOver = true;
      share.free(caller, held);
      held = 0;
    }
  }

  /** Response whose data are counted when the server takes them to send them. */
  private static final class EachPart extends FilteredHttpResponse {
    private final Answer answer;

    EachPart(HttpResponse response, Answer answer) {
      super(response);
      this.answer = answer;
    }

    @Override
    protected HttpObject filter(HttpObject part) {
      if (part instanceof HttpData data) {
        answer.add(data);
      }
      return part;
    }
  }
}
