package dev.atf.cli.notice;

import static dev.atf.cli.access.Argument.option;
import static dev.atf.cli.access.Argument.parameter;
import static dev.atf.cli.access.Call.call;

import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.access.Argument;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.CommandTable;
import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.v1.ListSubscriptionsResponse;
import dev.atf.protocol.v1.Subscription;
import dev.atf.protocol.v1.SubscriptionServiceGrpc;
import dev.atf.protocol.v1.TaskStatus;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/**
 * {@code atf subscription}: commands about subscriptions, whose tasks report how other tasks ended.
 */
@Command(
    name = "subscription",
    description =
        "Create a task (a webhook, or a lambda of your own) whenever a task of a lambda" + " ends.")
public final class SubscriptionCommand extends CommandGroup implements CommandTable {
  private static final Argument NAME = parameter("NAME", "The name of the subscription.");

  /** Final statuses of tasks. */
  enum End {
    SUCCESS,
    FATAL_FAILURE,
    CANCELLED
  }

  @Override
  public List<?> commands() {
    return List.of(
        call("put", "Create a subscription, or replace it.")
            .with(
                NAME,
                option("--lambda=L", "The lambda whose tasks are watched, or a prefix and *.")
                    .required(true),
                option("--collection=C", "Only this collection's tasks."),
                option(
                        "--status=S",
                        "Only this end: SUCCESS, FATAL_FAILURE or CANCELLED; may be repeated.")
                    .of(List.class, End.class)
                    .into("statuses"),
                option(
                        "--to=LAMBDA",
                        "The lambda of the notices: http for a webhook, or one of your own.")
                    .required(true)
                    .into("to.lambda"),
                option(
                        "--priority=P",
                        "Priority of the notices (default: the default of their lambda).")
                    .into("to.priority"),
                option("--url=URL", "The URL to which http sends its POST.").into("to.url"),
                option("--header=NAME=VALUE", "A header of that request; may be repeated.")
                    .of(Map.class)
                    .into("to.headers"),
                option("--context=JSON", "JSON that is part of each notice; at most 1 KB.")
                    .into("to.context"))
            .calls(SubscriptionServiceGrpc::getPutSubscriptionMethod, SubscriptionCommand::print),
        call("get", "Show a subscription.")
            .with(NAME)
            .calls(SubscriptionServiceGrpc::getGetSubscriptionMethod, SubscriptionCommand::print),
        call("list", "List the subscriptions.")
            .with(option("--lambda=L", "Only subscriptions for tasks of this lambda."))
            .calls(
                SubscriptionServiceGrpc::getListSubscriptionsMethod, SubscriptionCommand::printAll),
        call("delete", "Delete a subscription; no further notices are created.")
            .with(NAME)
            .calls(
                SubscriptionServiceGrpc::getDeleteSubscriptionMethod,
                (api, request, answer) ->
                    api.out().println("subscription " + request.getName() + " is deleted")));
  }

  private static void print(ApiOptions api, Subscription one) {
    var out = api.out();
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

  private static void printAll(ApiOptions api, ListSubscriptionsResponse answer) {
    if (answer.getSubscriptionsCount() == 0) {
      api.out().println("there are no subscriptions");
    }
    answer.getSubscriptionsList().forEach(one -> api.out().println(api.terminal().fit(line(one))));
  }

  private static String line(Subscription one) {
    var collection = one.getCollection().isEmpty() ? "" : "/" + one.getCollection();
    return "%-24s  %s%s -> %s (%s)"
        .formatted(
            one.getName(), one.getLambda(), collection, one.getTo().getLambda(), statuses(one));
  }

  private static String statuses(Subscription one) {
    return one.getStatusesList().stream().map(TaskStatus::name).collect(Collectors.joining(", "));
  }
}
