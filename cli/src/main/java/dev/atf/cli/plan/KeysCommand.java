package dev.atf.cli.plan;

import static dev.atf.cli.access.Argument.LAMBDA;
import static dev.atf.cli.access.Argument.option;
import static dev.atf.cli.access.Argument.parameter;
import static dev.atf.cli.access.Call.call;
import static dev.atf.cli.access.CallCommand.field;
import static dev.atf.cli.access.CallCommand.with;

import com.google.protobuf.Message;
import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.access.Argument;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.CommandTable;
import dev.atf.cli.task.TaskOutput;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetKeyRequest;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.ListKeysResponse;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.OrderingServiceGrpc;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code atf keys}: commands about the ordering keys of a lambda. */
@Command(name = "keys", description = "Show ordering keys, and release held ones.")
public final class KeysCommand extends CommandGroup implements CommandTable {
  private static final Argument KEY = parameter("KEY", "The ordering key.");
  private static final Argument TASK =
      option("--task=TASK", "Only if this task holds the key (default: whichever task does).")
          .into("task_id");

  @Override
  public List<?> commands() {
    return List.of(
        call("list", "List the keys of a lambda that are held, and those that tasks wait for.")
            .with(LAMBDA, option("--held", "Only those that are held."))
            .lists(OrderingServiceGrpc::getListKeysMethod, KeysCommand::printAll),
        call("get", "Show which task has the turn of a key, and which tasks wait for it.")
            .with(LAMBDA, KEY)
            .calls(OrderingServiceGrpc::getGetKeyMethod, KeysCommand::print),
        call("skip", "Continue a held key without its failed task, which stays a dead letter.")
            .with(LAMBDA, KEY, TASK)
            .calls(
                OrderingServiceGrpc::getSkipHeadMethod,
                KeysCommand::withFailedTask,
                (api, request, key) -> print(api, key)),
        call("retry", "Try the failed task of a held key again, with all its attempts.")
            .with(LAMBDA, KEY, TASK)
            .calls(
                OrderingServiceGrpc::getRetryHeadMethod,
                KeysCommand::withFailedTask,
                (api, request, key) -> print(api, key)));
  }

  /** Names the failed task of the key, unless the request names a task. */
  private static <Q extends Message> Q withFailedTask(ApiConnection connection, Q request) {
    if (!field(request, "task_id").equals("")) {
      return request;
    }
    var key = (String) field(request, "key");
    var lambda = (String) field(request, "lambda");
    var shown =
        connection.keys().getKey(GetKeyRequest.newBuilder().setLambda(lambda).setKey(key).build());
    if (shown.getState() != OrderingKey.State.HELD) {
      throw new CommandFailedException(
          "ordering key %s is not held: it is %s".formatted(key, shown.getState()));
    }
    return with(request, "task_id", shown.getHolderTaskId());
  }

  private static void printAll(ApiOptions api, ListKeysRequest request, ListKeysResponse answer) {
    if (answer.getKeysCount() == 0) {
      var state = request.getHeld() ? "held" : "waited for";
      api.out().println(request.getLambda() + " has no keys that are " + state);
    }
    answer.getKeysList().forEach(key -> api.out().println(api.terminal().fit(line(key))));
  }

  private static String line(OrderingKey key) {
    if (!key.getUnreadable().isEmpty()) {
      return "%-24s  cannot be read: %s"
          .formatted(TaskOutput.oneLine(key.getKey()), TaskOutput.oneLine(key.getUnreadable()));
    }
    return "%-24s  %-10s  %-32s  %s"
        .formatted(
            TaskOutput.oneLine(key.getKey()),
            key.getState(),
            key.getHolderTaskId(),
            key.hasHeldSince()
                ? "held since %s: %s: %s"
                    .formatted(
                        TaskOutput.time(key.getHeldSince()),
                        TaskOutput.printable(key.getFailure().getCode()),
                        TaskOutput.oneLine(key.getFailure().getMessage()))
                : "");
  }

  private static void print(ApiOptions api, OrderingKey key) {
    var out = api.out();
    out.printf("%-12s %s%n", "key", TaskOutput.oneLine(key.getKey()));
    out.printf("%-12s %s%n", "state", key.getState());
    if (!key.getHolderTaskId().isEmpty()) {
      out.printf("%-12s %s, %s%n", "turn", key.getHolderTaskId(), key.getHolderStatus());
    }
    if (key.hasHeldSince()) {
      out.printf(
          "%-12s %s: %s: %s%n",
          "held since",
          TaskOutput.time(key.getHeldSince()),
          TaskOutput.printable(key.getFailure().getCode()),
          TaskOutput.oneLine(key.getFailure().getMessage()));
    }
    out.printf("%-12s %d%n", "waiting", key.getWaiting());
    key.getNextList()
        .forEach(
            next ->
                out.printf(
                    "%-12s %s, due %s%n",
                    "", next.getTaskId(), TaskOutput.time(next.getScheduledAt())));
  }
}
