package dev.atf.cli.plan;

import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.output.Bounds;
import dev.atf.cli.output.CommandFailedException;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.LimitOption;
import dev.atf.cli.task.TaskOutput;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetKeyRequest;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.ListKeysResponse;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.RetryHeadRequest;
import dev.atf.protocol.v1.SkipHeadRequest;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atf keys}: commands about the ordering keys of a lambda. */
@Command(
    name = "keys",
    description = "Show ordering keys, and release held ones.",
    subcommands = {
      KeysCommand.ListKeys.class,
      KeysCommand.Get.class,
      KeysCommand.Skip.class,
      KeysCommand.Retry.class
    })
public final class KeysCommand extends CommandGroup {
  @Command(
      name = "list",
      description = "List the keys of a lambda that are held, and those that tasks wait for.")
  static final class ListKeys extends OneLambdaCommand {
    private static final int PAGE_MAX = 1_000;

    @Mixin private Bounds bounds;
    @Mixin private LimitOption limit;

    @Option(names = "--held", description = "Only those that are held.")
    private boolean held;

    @Override
    public Integer call() {
      int most = limit.get(bounds);
      return api.answer(connection -> all(connection, most), this::print);
    }

    private ListKeysResponse all(ApiConnection connection, int most) {
      var request = ListKeysRequest.newBuilder().setLambda(lambda).setHeld(held);
      var all = ListKeysResponse.newBuilder();
      do {
        request
            .setPageSize(Math.min(PAGE_MAX, most - all.getKeysCount()))
            .setPageToken(all.getNextPageToken());
        var page = connection.keys().listKeys(request.build());
        all.addAllKeys(page.getKeysList()).setNextPageToken(page.getNextPageToken());
      } while (!all.getNextPageToken().isEmpty() && all.getKeysCount() < most);
      return all.build();
    }

    private void print(ListKeysResponse keys) {
      if (keys.getKeysCount() == 0) {
        api.out().println(lambda + " has no keys that are " + (held ? "held" : "waited for"));
      }
      keys.getKeysList().forEach(key -> api.out().println(api.terminal().fit(line(key))));
      if (!keys.getNextPageToken().isEmpty()) {
        api.err().println("there may be more: --limit shows them");
      }
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
  }

  /** Command that makes calls about one ordering key and prints the key of the answer. */
  abstract static class OfOne extends OneLambdaCommand {
    @Parameters(index = "1", paramLabel = "KEY", description = "The ordering key.")
    String key;

    abstract OrderingKey call(ApiConnection connection);

    @Override
    public final Integer call() {
      return api.answer(this::call, answer -> print(api.out(), answer));
    }

    final OrderingKey get(ApiConnection connection) {
      return connection
          .keys()
          .getKey(GetKeyRequest.newBuilder().setLambda(lambda).setKey(key).build());
    }
  }

  @Command(
      name = "get",
      description = "Show which task has the turn of a key, and which tasks wait for it.")
  static final class Get extends OfOne {
    @Override
    OrderingKey call(ApiConnection connection) {
      return get(connection);
    }
  }

  /** Command that changes a held key, and names the key's failed task. */
  abstract static class OfHead extends OfOne {
    @Option(
        names = "--task",
        paramLabel = "TASK",
        description = "Only if this task holds the key (default: whichever task does).")
    private @Nullable String task;

    final String head(ApiConnection connection) {
      if (task != null) {
        return task;
      }
      var shown = get(connection);
      if (shown.getState() != OrderingKey.State.HELD) {
        throw new CommandFailedException(
            "ordering key %s is not held: it is %s".formatted(key, shown.getState()));
      }
      return shown.getHolderTaskId();
    }
  }

  @Command(
      name = "skip",
      description = "Continue a held key without its failed task, which stays a dead letter.")
  static final class Skip extends OfHead {
    @Override
    OrderingKey call(ApiConnection connection) {
      var request = SkipHeadRequest.newBuilder().setLambda(lambda).setKey(key);
      return connection.keys().skipHead(request.setTaskId(head(connection)).build());
    }
  }

  @Command(
      name = "retry",
      description = "Try the failed task of a held key again, with all its attempts.")
  static final class Retry extends OfHead {
    @Override
    OrderingKey call(ApiConnection connection) {
      var request = RetryHeadRequest.newBuilder().setLambda(lambda).setKey(key);
      return connection.keys().retryHead(request.setTaskId(head(connection)).build());
    }
  }

  private static void print(PrintWriter out, OrderingKey key) {
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
