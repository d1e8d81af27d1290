package dev.atf.standalone.cli;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.ConfigException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * Says what went wrong: for people on stderr; with {@code --json} the google.rpc.Status on stdout.
 */
final class FailureMessages implements IExecutionExceptionHandler {
  private static final ProtoJson JSON =
      new ProtoJson(
          JsonFormat.printer()
              .usingTypeRegistry(
                  JsonFormat.TypeRegistry.newBuilder()
                      .add(ErrorInfo.getDescriptor())
                      .add(BadRequest.getDescriptor())
                      .add(com.google.rpc.RetryInfo.getDescriptor())
                      .build()));

  @Override
  public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed)
      throws Exception {
    if (!(error instanceof StatusRuntimeException
        || error instanceof ConfigException
        || error instanceof CommandFailedException)) {
      throw error;
    }
    var innermost = parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1);
    if (innermost.getParseResult().hasMatchedOption("--json")) {
      command.getOut().println(asJson(error));
      command.getOut().flush();
    } else {
      command.getErr().println("atf: " + asText(error));
    }
    return 1;
  }

  static String asText(Exception error) {
    if (!(error instanceof StatusRuntimeException rpc)) {
      return String.valueOf(error.getMessage());
    }
    var status = rpc.getStatus();
    if (status.getCode() == Status.Code.UNAVAILABLE && RpcErrors.reasonOf(rpc).isEmpty()) {
      return "the server cannot be reached (is `./atf up` running? --server names another): "
          + rootOf(rpc).getMessage();
    }
    var text = new StringBuilder(status.getCode() + ": " + status.getDescription());
    var details = StatusProto.fromThrowable(rpc);
    if (details != null) {
      for (var detail : details.getDetailsList()) {
        if (detail.is(BadRequest.class)) {
          unpackFields(detail)
              .forEach(v -> text.append("%n  %s: %s".formatted(v.getField(), v.getDescription())));
        }
      }
    }
    return text.toString();
  }

  private static Throwable rootOf(Throwable error) {
    var cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static java.util.List<BadRequest.FieldViolation> unpackFields(
      com.google.protobuf.Any detail) {
    try {
      return detail.unpack(BadRequest.class).getFieldViolationsList();
    } catch (InvalidProtocolBufferException e) {
      return java.util.List.of();
    }
  }

  private static String asJson(Exception error) {
    var status = StatusProto.fromThrowable(error);
    if (status == null || !(error instanceof StatusRuntimeException)) {
      var code =
          error instanceof StatusRuntimeException rpc
              ? rpc.getStatus().getCode()
              : Status.Code.UNKNOWN;
      status =
          com.google.rpc.Status.newBuilder()
              .setCode(code.value())
              .setMessage(asText(error))
              .build();
    }
    return JSON.pretty(status);
  }
}
