package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.ClosedSessionException;
import com.linecorp.armeria.common.grpc.GrpcMeterIdPrefixFunction;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.common.logging.RequestOnlyLog;
import com.linecorp.armeria.common.metric.MeterIdPrefix;
import com.linecorp.armeria.common.metric.MeterIdPrefixFunction;
import com.linecorp.armeria.common.stream.ClosedStreamException;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.runtime.RootCause;
import io.grpc.Status.Code;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Names of the meters of gRPC and HTTP/JSON calls, with their gRPC status. A call that its caller
 * has ended is CANCELLED, and not UNKNOWN: its caller closed the connection, reset the stream, or
 * had set a deadline that is over. A call that this server cuts off while it stops is not.
 */
final class CallMeters implements MeterIdPrefixFunction {
  private static final String STATUS = "grpc.status";
  private static final Tag CANCELLED = tag(Code.CANCELLED);
  private static final Tag DEADLINE_EXCEEDED = tag(Code.DEADLINE_EXCEEDED);

  private final MeterIdPrefixFunction grpc = GrpcMeterIdPrefixFunction.of("atf.rpc");

  private static Tag tag(Code status) {
    return Tag.of(STATUS, String.valueOf(status.value()));
  }

  @Override
  public MeterIdPrefix activeRequestPrefix(MeterRegistry metrics, RequestOnlyLog log) {
    return grpc.activeRequestPrefix(metrics, log);
  }

  @Override
  public MeterIdPrefix completeRequestPrefix(MeterRegistry metrics, RequestLog log) {
    var named = grpc.completeRequestPrefix(metrics, log);
    var context = (ServiceRequestContext) log.context();
    boolean hungUp =
        (isClosing(log.requestCause()) || isClosing(log.responseCause()))
            && !context.config().server().isClosing();
    boolean isLate = CallerDeadlines.isOwn(context) && named.tags().contains(DEADLINE_EXCEEDED);
    return hungUp || isLate
        ? new MeterIdPrefix(
            named.name(),
            named.tags().stream()
                .map(tag -> tag.getKey().equals(STATUS) ? CANCELLED : tag)
                .toList())
        : named;
  }

  private static boolean isClosing(@Nullable Throwable cause) {
    if (cause == null) {
      return false;
    }
    var root = RootCause.of(Exceptions.peel(cause));
    return root instanceof ClosedStreamException || root instanceof ClosedSessionException;
  }
}
