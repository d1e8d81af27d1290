package dev.atf.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Message;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.auth.Principal;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each administrative call and each call for many tasks: its caller, target, time and result.
 * Refused calls are logged too. Each call is one line of JSON to the logger {@value #LOGGER}, whose
 * destination is set in the logging configuration. Payloads are never logged.
 */
final class AuditLog implements ServerInterceptor {
  static final String LOGGER = "atf.audit";

  private static final Logger log = LoggerFactory.getLogger(LOGGER);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Principal NOBODY = new Principal("", "", Set.of(), List.of());

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    var right = CallRight.of(call.getMethodDescriptor()).filter(CallRight::isAudited);
    return right.isEmpty()
        ? next.startCall(call, headers)
        : audited(call, headers, next, right.get());
  }

  private static <Q, A> ServerCall.Listener<Q> audited(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next, CallRight right) {
    var audited = new AuditedCall<Q, A>(call, right);
    return new SimpleForwardingServerCallListener<>(next.startCall(audited, headers)) {
      @Override
      public void onMessage(Q request) {
        audited.asked = what(right, (Message) request);
        super.onMessage(request);
      }
    };
  }

  /**
   * Call that writes its line when it is answered, or when it is refused before its request was
   * read.
   */
  private static final class AuditedCall<Q, A> extends SimpleForwardingServerCall<Q, A> {
    private final CallRight right;
    private final Principal caller = Principal.current().orElse(NOBODY);
    private volatile Map<String, String> asked = Map.of();

    AuditedCall(ServerCall<Q, A> call, CallRight right) {
      super(call);
      this.right = right;
    }

    @Override
    public void close(Status status, Metadata trailers) {
      log.info("{}", line(caller, right, asked, status, trailers));
      super.close(status, trailers);
    }
  }

  private static Map<String, String> what(CallRight right, Message request) {
    var what = new LinkedHashMap<String, String>();
    what.put("lambda", String.join(",", right.lambdasIn(request)));
    what.putAll(right.auditedIn(request));
    return what;
  }

  private static String line(
      Principal caller,
      CallRight right,
      Map<String, String> asked,
      Status status,
      Metadata trailers) {
    var line = new LinkedHashMap<String, String>();
    line.put("principal", caller.name());
    line.put("tenant", caller.tenant());
    line.put("call", right.call());
    line.putAll(asked);
    line.put("outcome", status.getCode().name());
    RpcErrors.reasonOf(status.asRuntimeException(trailers))
        .ifPresent(reason -> line.put("error", reason.name()));
    try {
      return JSON.writeValueAsString(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
