package dev.atf.cli.notice;

import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.JsonInput;
import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.v1.DeleteSubscriptionRequest;
import dev.atf.protocol.v1.GetSubscriptionRequest;
import dev.atf.protocol.v1.ListSubscriptionsRequest;
import dev.atf.protocol.v1.ListSubscriptionsResponse;
import dev.atf.protocol.v1.NoticeTarget;
import dev.atf.protocol.v1.Subscription;
import dev.atf.protocol.v1.TaskStatus;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code atf subscription}: commands about subscriptions, whose tasks report how other tasks ended.
 */
@Command(
    name = "subscription",
    description =
        "Create a task (a webhook, or a lambda of your own) whenever a task of a lambda" + " ends.",
    subcommands = {
      SubscriptionCommand.Put.class,
      SubscriptionCommand.Get.class,
      SubscriptionCommand.ListAll.class,
      SubscriptionCommand.Delete.class
    })
public final class SubscriptionCommand extends CommandGroup {
  /** Command about one subscription. */
  abstract static class OfOne extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the subscription.")
    String name;
  }

  @Command(name = "put", description = "Create a subscription, or replace it.")
  static final class Put extends OfOne {
    @Option(
        names = "--lambda",
        required = true,
        paramLabel = "L",
        description = "The lambda whose tasks are watched, or a prefix and *.")
    private String lambda;

    @Option(names = "--collection", paramLabel = "C", description = "Only this collection's tasks.")
    private String collection = "";

    @Option(
        names = "--status",
        paramLabel = "S",
        description = "Only this end: SUCCESS, FATAL_FAILURE or CANCELLED; may be repeated.")
    private List<TaskStatus> statuses = List.of();

    @Option(
        names = "--to",
        required = true,
        paramLabel = "LAMBDA",
        description = "The lambda of the notices: http for a webhook, or one of your own.")
    private String to;

    @Option(
        names = "--priority",
        paramLabel = "P",
        description = "Priority of the notices (default: the default of their lambda).")
    private String priority = "";

    @Option(
        names = "--url",
        paramLabel = "URL",
        description = "The URL to which http sends its POST.")
    private String url = "";

    @Option(
        names = "--header",
        paramLabel = "NAME=VALUE",
        description = "A header of that request; may be repeated.")
    private Map<String, String> headers = Map.of();

    @Option(
        names = "--context",
        paramLabel = "JSON",
        description = "JSON that is part of each notice; at most 1 KB.")
    private @Nullable String context;

    @Override
    public Integer call() {
      var target =
          NoticeTarget.newBuilder()
              .setLambda(to)
              .setPriority(priority)
              .setUrl(url)
              .putAllHeaders(headers);
      if (context != null) {
        target.setContext(new JsonInput("--context", context).value());
      }
      var request =
          Subscription.newBuilder()
              .setName(name)
              .setLambda(lambda)
              .setCollection(collection)
              .addAllStatuses(statuses)
              .setTo(target)
              .build();
      return api.answer(
          connection -> connection.subscriptions().putSubscription(request),
          answer -> print(api.out(), answer));
    }
  }

  @Command(name = "get", description = "Show a subscription.")
  static final class Get extends OfOne {
    @Override
    public Integer call() {
      var request = GetSubscriptionRequest.newBuilder().setName(name).build();
      return api.answer(
          connection -> connection.subscriptions().getSubscription(request),
          answer -> print(api.out(), answer));
    }
  }

  @Command(name = "list", description = "List the subscriptions.")
  static final class ListAll extends ApiCommand {
    @Option(
        names = "--lambda",
        paramLabel = "L",
        description = "Only subscriptions for tasks of this lambda.")
    private String lambda = "";

    @Override
    public Integer call() {
      var request = ListSubscriptionsRequest.newBuilder().setLambda(lambda).build();
      return api.answer(
          connection -> connection.subscriptions().listSubscriptions(request), this::print);
    }

    private void print(ListSubscriptionsResponse answer) {
      if (answer.getSubscriptionsCount() == 0) {
        api.out().println("there are no subscriptions");
      }
      answer
          .getSubscriptionsList()
          .forEach(one -> api.out().println(api.terminal().fit(line(one))));
    }

    private static String line(Subscription one) {
      var collection = one.getCollection().isEmpty() ? "" : "/" + one.getCollection();
      return "%-24s  %s%s -> %s (%s)"
          .formatted(
              one.getName(), one.getLambda(), collection, one.getTo().getLambda(), statuses(one));
    }
  }

  @Command(name = "delete", description = "Delete a subscription; no further notices are created.")
  static final class Delete extends OfOne {
    @Override
    public Integer call() {
      var request = DeleteSubscriptionRequest.newBuilder().setName(name).build();
      return api.answer(
          connection -> connection.subscriptions().deleteSubscription(request),
          answer -> api.out().println("subscription " + name + " is deleted"));
    }
  }

  private static String statuses(Subscription one) {
    return one.getStatusesList().stream().map(TaskStatus::name).collect(Collectors.joining(", "));
  }

  private static void print(PrintWriter out, Subscription one) {
    TaskOutput.line(out, "name", one.getName());
    TaskOutput.line(out, "lambda", one.getLambda());
    TaskOutput.line(out, "collection", one.getCollection());
    TaskOutput.line(out, "statuses", statuses(one));
    var to = one.getTo();
    TaskOutput.line(out, "to", to.getLambda() + ", priority " + to.getPriority());
    TaskOutput.line(out, "url", to.getUrl());
    to.getHeadersMap()
        .forEach((name, value) -> TaskOutput.line(out, "header", name + ": " + value));
    TaskOutput.line(out, "context", to.hasContext() ? TaskOutput.json(to.getContext()) : "");
    TaskOutput.line(out, "updated", TaskOutput.time(one.getUpdatedAt()));
  }
}
