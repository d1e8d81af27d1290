package dev.atf.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.PrintableWriter;
import dev.atf.cli.output.PrintedFailureException;
import dev.atf.cli.output.ProtoJson;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.RootCause;
import dev.atf.runtime.config.ConfigException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * Prints failures: as text on stderr, or with {@code --json} as a google.rpc.Status on stdout. If a
 * list was printed in part, its document has the fields of the status.
 */
public final class FailureMessages implements IExecutionExceptionHandler {
  private static final ProtoJson JSON =
      new ProtoJson(
          JsonFormat.printer()
              .usingTypeRegistry(
                  JsonFormat.TypeRegistry.newBuilder()
                      .add(ErrorInfo.getDescriptor())
                      .add(BadRequest.getDescriptor())
                      .add(com.google.rpc.RetryInfo.getDescriptor())
                      .build()));

  /** Hint for a command that calls a running server. */
  private static final String NO_SERVER =
      "the server cannot be reached (is `./atf up` running? --server names another)";

  /** Hint for a command that starts its own server, such as a benchmark. */
  private static final String NO_SERVICES =
      "the services that this command started cannot be reached (their log shows the reason)";

  /** Message for a server that may be running but is busy. */
  private static final String LATE = "no answer in time (--call-timeout waits longer)";

  @Override
  public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed)
      throws Exception {
    if (error instanceof PrintedFailureException) {
      return 1;
    }
    if (!(error instanceof StatusRuntimeException
        || error instanceof ConfigException
        || error instanceof CommandFailedException)) {
      throw error;
    }
    var innermost = parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1);
    boolean calls = innermost.getCommandSpec().findOption("--server") != null;
    var text = asText(error, calls ? NO_SERVER : NO_SERVICES);
    if (innermost.getParseResult().hasMatchedOption("--json")) {
      command.getOut().println(asJson(error, text).toPrettyString());
    } else {
      var err = PrintableWriter.to(command.getErr());
      err.println("atf: " + text);
      RpcErrors.reasonOf(error)
          .map(reason -> NextSteps.after(reason, innermost.getParseResult()))
          .filter(step -> !step.isEmpty())
          .ifPresent(step -> err.println("  next: " + step));
    }
    return 1;
  }

  /** Returns the message of a failed call to a running server. */
  public static String asText(StatusRuntimeException error) {
    return asText(error, NO_SERVER);
  }

  private static String asText(Exception error, String unreachable) {
    if (!(error instanceof StatusRuntimeException rpc)) {
      return String.valueOf(error.getMessage());
    }
    var status = rpc.getStatus();
    if (RpcErrors.reasonOf(rpc).isEmpty()) {
      var message = String.valueOf(RootCause.of(rpc).getMessage());
      if (status.getCode() == Status.Code.DEADLINE_EXCEEDED || message.contains("imed out")) {
        return LATE + ": " + message;
      }
      if (status.getCode() == Status.Code.UNAVAILABLE) {
        return unreachable + ": " + message;
      }
    }
    var text = new StringBuilder(status.getCode() + ": " + status.getDescription());
    var details = StatusProto.fromThrowable(rpc);
    if (details != null) {
      for (var detail : details.getDetailsList()) {
        if (detail.is(BadRequest.class)) {
          unpackFields(detail).stream()
              .map(violation -> violation.getField() + ": " + violation.getDescription())
              .filter(violation -> text.indexOf(violation) < 0)
              .forEach(violation -> text.append("%n  %s".formatted(violation)));
        }
      }
    }
    return text.toString();
  }

  private static java.util.List<BadRequest.FieldViolation> unpackFields(
      com.google.protobuf.Any detail) {
    try {
      return detail.unpack(BadRequest.class).getFieldViolationsList();
    } catch (InvalidProtocolBufferException e) {
      return java.util.List.of();
    }
  }

  /** Returns the fields of the google.rpc.Status of a failed call. */
  public static ObjectNode asJson(StatusRuntimeException error) {
    return asJson(error, asText(error));
  }

  private static ObjectNode asJson(Exception error, String text) {
    var status = StatusProto.fromThrowable(error);
    if (status == null || !(error instanceof StatusRuntimeException)) {
      var code =
          error instanceof StatusRuntimeException rpc
              ? rpc.getStatus().getCode()
              : Status.Code.UNKNOWN;
      status = com.google.rpc.Status.newBuilder().setCode(code.value()).setMessage(text).build();
    }
    return (ObjectNode) JSON.tree(status);
  }
}
