package dev.atf.frontend;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.GetTaskLogRequest;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.KillAttemptRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.ResubmitTaskRequest;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TaskServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Transport of calls to a frontend. The replies of both transports have the same form. */
public enum Transport {
  GRPC {
    @Override
    public Reply call(TestFrontend frontend, Message request) {
      try {
        var channel = frontend.tasks().getChannel();
        var answer =
            ClientCalls.blockingUnaryCall(channel, methodOf(request), CallOptions.DEFAULT, request);
        return Reply.ok(printed(answer));
      } catch (StatusRuntimeException e) {
        return Reply.of(e);
      }
    }
  },

  HTTP {
    @Override
    public Reply call(TestFrontend frontend, Message request) {
      return Reply.of(answerOf(frontend, request));
    }
  };

  private static final JsonFormat.Printer PRINTER =
      JsonFormat.printer()
          .usingTypeRegistry(
              JsonFormat.TypeRegistry.newBuilder()
                  .add(ErrorInfo.getDescriptor())
                  .add(BadRequest.getDescriptor())
                  .add(RetryInfo.getDescriptor())
                  .build());

  public abstract Reply call(TestFrontend frontend, Message request);

  private static Answer answerOf(TestFrontend frontend, Message request) {
    var body = printed(request);
    if (request instanceof ScheduleRequest schedule) {
      return frontend.post("/v1/lambdas/" + segment(schedule.getLambda()) + "/tasks", body);
    }
    if (request instanceof ScheduleBatchRequest batch) {
      return frontend.post("/v1/lambdas/" + segment(batch.getLambda()) + "/tasks:batch", body);
    }
    if (request instanceof CancelTaskRequest cancel) {
      return frontend.post("/v1/tasks/" + segment(cancel.getTaskId()) + ":cancel", body);
    }
    if (request instanceof KillAttemptRequest kill) {
      return frontend.post("/v1/tasks/" + segment(kill.getTaskId()) + ":kill", body);
    }
    if (request instanceof ResubmitTaskRequest resubmit) {
      return frontend.post("/v1/tasks/" + segment(resubmit.getTaskId()) + ":resubmit", body);
    }
    if (request instanceof GetTaskLogRequest log) {
      return frontend.get(
          "/v1/tasks/%s/logs?attempt=%d&after=%d&follow=%s"
              .formatted(
                  segment(log.getTaskId()), log.getAttempt(), log.getAfter(), log.getFollow()));
    }
    if (request instanceof Lambda lambda) {
      return frontend.put("/v1/lambdas/" + segment(lambda.getName()), body);
    }
    if (request instanceof GetTaskRequest get) {
      return frontend.get("/v1/tasks/" + segment(get.getTaskId()));
    }
    if (request instanceof GetLambdaRequest get) {
      return frontend.get("/v1/lambdas/" + segment(get.getLambda()));
    }
    var list = (ListTasksRequest) request;
    return frontend.get(
        "/v1/lambdas/%s/tasks?state=%s&priority=%s&pageSize=%d&pageToken=%s"
            .formatted(
                segment(list.getLambda()),
                segment(list.getState()),
                segment(list.getPriority()),
                list.getPageSize(),
                segment(list.getPageToken())));
  }

  @SuppressWarnings("unchecked") // the table says so
  private static MethodDescriptor<Message, Message> methodOf(Message request) {
    MethodDescriptor<?, ?> method;
    if (request instanceof ScheduleRequest) {
      method = TaskServiceGrpc.getScheduleMethod();
    } else if (request instanceof ScheduleBatchRequest) {
      method = TaskServiceGrpc.getScheduleBatchMethod();
    } else if (request instanceof CancelTaskRequest) {
      method = TaskServiceGrpc.getCancelTaskMethod();
    } else if (request instanceof KillAttemptRequest) {
      method = TaskServiceGrpc.getKillAttemptMethod();
    } else if (request instanceof ResubmitTaskRequest) {
      method = TaskServiceGrpc.getResubmitTaskMethod();
    } else if (request instanceof GetTaskLogRequest) {
      method = TaskServiceGrpc.getGetTaskLogMethod();
    } else if (request instanceof Lambda) {
      method = LambdaServiceGrpc.getRegisterLambdaMethod();
    } else if (request instanceof GetTaskRequest) {
      method = TaskServiceGrpc.getGetTaskMethod();
    } else if (request instanceof GetLambdaRequest) {
      method = LambdaServiceGrpc.getGetLambdaMethod();
    } else {
      method = TaskServiceGrpc.getListTasksMethod();
    }
    return (MethodDescriptor<Message, Message>) method;
  }

  static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String printed(Message message) {
    try {
      return PRINTER.print(message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
