package dev.atf.cli.route;

import static dev.atf.cli.access.Argument.fixed;
import static dev.atf.cli.access.Argument.option;
import static dev.atf.cli.access.Argument.parameter;
import static dev.atf.cli.access.Call.call;

import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.access.Argument;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.CommandTable;
import dev.atf.cli.output.JsonInput;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.TaskArguments;
import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.v1.ListRoutesResponse;
import dev.atf.protocol.v1.Route;
import dev.atf.protocol.v1.RouteRule;
import dev.atf.protocol.v1.RouteServiceGrpc;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TestRouteRequest;
import dev.atf.protocol.v1.TestRouteResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code atf route}: commands about routes, whose rules choose the lambda of a task. */
@Command(
    name = "route",
    description =
        "Manage routes, whose rules choose the lambda of tasks that are scheduled under one"
            + " name.")
public final class RouteCommand extends CommandGroup implements CommandTable {
  private static final Argument ROUTE = parameter("ROUTE", "The name of the route.").into("name");

  @Override
  public List<?> commands() {
    return List.of(
        call("put", "Create a route, or replace it.")
            .footer(
                "%nThe file holds JSON, as `atf route get --json` shows it:",
                "  {\"name\":\"render\",\"rules\":[{\"name\":\"long-jobs\",\"when\":\"json.pages > 100\",",
                "    \"lambda\":\"render-long\"}],\"default\":\"render-short\"}")
            .with(
                parameter("FILE", "A file with the route.")
                    .of(Path.class)
                    .by((Route.Builder route, Path file) -> JsonInput.ofFile(file).into(route)))
            .calls(
                RouteServiceGrpc::getPutRouteMethod,
                (api, route) ->
                    api.out()
                        .printf(
                            "route %s is of version %d%n", route.getName(), route.getVersion())),
        call("get", "Show a route.")
            .with(ROUTE)
            .calls(RouteServiceGrpc::getGetRouteMethod, RouteCommand::print),
        call("list", "List the routes.")
            .calls(RouteServiceGrpc::getListRoutesMethod, RouteCommand::printAll),
        call("delete", "Delete a route; its tasks do not change.")
            .with(ROUTE)
            .calls(
                RouteServiceGrpc::getDeleteRouteMethod,
                (api, request, answer) ->
                    api.out().println("route " + request.getName() + " is deleted")),
        call(
                "test",
                "Print which lambda a route would choose for a task, and why, rule by rule.",
                "No task is scheduled, and no route is changed.")
            .footer(
                "%nExamples:",
                "  atf route test render --payload '{\"pages\":300}' --label kind=book",
                "  atf route test render --file render.json --at 2026-01-01T23:00:00Z")
            .with(
                ROUTE,
                fixed("task", ScheduleRequest.getDefaultInstance()),
                option("--file=FILE", "Test the route of this file instead of the stored one.")
                    .of(Path.class)
                    .by(
                        (TestRouteRequest.Builder request, Path file) ->
                            JsonInput.ofFile(file).into(request.getRouteBuilder())),
                TaskArguments.payload(TestRouteRequest.Builder::getTaskBuilder),
                option("--content-type=TYPE", "Media type of --data-file.")
                    .into("task.content_type"),
                option("--label=K=V", "A label; may be repeated.")
                    .of(Map.class)
                    .into("task.labels"),
                option("--priority=P", "That the caller asks for.").into("task.priority"),
                option("--collection=C", "That the caller asks for.").into("task.collection"),
                option("--principal=NAME", "The name of the caller (default: you)."),
                option("--tenant=NAME", "The tenant of the caller (default: yours)."),
                option(
                        "--at=T",
                        "The time that the rules use (2026-01-01T23:00:00Z; default: now).")
                    .of(Instant.class))
            .calls(RouteServiceGrpc::getTestRouteMethod, RouteCommand::printTest));
  }

  private static void print(ApiOptions api, Route route) {
    TaskOutput.line(api.out(), "name", route.getName());
    route.getRulesList().forEach(rule -> TaskOutput.line(api.out(), "rule", text(rule)));
    TaskOutput.line(api.out(), "default", route.getDefault());
    TaskOutput.line(api.out(), "version", Integer.toString(route.getVersion()));
    TaskOutput.line(api.out(), "updated", TaskOutput.time(route.getUpdatedAt()));
  }

  private static String text(RouteRule rule) {
    var priority = rule.getPriority().isEmpty() ? "" : ", priority " + rule.getPriority();
    var collection = rule.getCollection().isEmpty() ? "" : ", collection " + rule.getCollection();
    return "%s: if %s then %s%s%s"
        .formatted(rule.getName(), rule.getWhen(), rule.getLambda(), priority, collection);
  }

  private static void printAll(ApiOptions api, ListRoutesResponse answer) {
    if (answer.getRoutesCount() == 0) {
      api.out().println("there are no routes");
      return;
    }
    var table = new TextTable("ROUTE", "VERSION", "RULES", "DEFAULT");
    for (var route : answer.getRoutesList()) {
      table.add(
          route.getName(),
          Integer.toString(route.getVersion()),
          Integer.toString(route.getRulesCount()),
          route.getDefault());
    }
    table.print(api.out(), api.terminal());
  }

  /** Prints which rule would choose the lambda of a task, and why. */
  private static void printTest(
      ApiOptions api, TestRouteRequest request, TestRouteResponse answer) {
    var version = answer.getVersion() == 0 ? "" : " (version %d)".formatted(answer.getVersion());
    var rule = answer.getRule().equals("default") ? "its default" : "rule " + answer.getRule();
    api.out()
        .printf(
            "route %s%s, %s chooses lambda %s%n",
            request.getName(), version, rule, answer.getLambda());
    var table = new TextTable("RULE", "HOLDS", "WHY");
    boolean chosen = false;
    for (var each : answer.getRulesList()) {
      var later = chosen && each.getHolds() ? ", but comes later" : "";
      table.add(each.getRule(), each.getHolds() ? "yes" + later : "no", each.getReason());
      chosen |= each.getHolds();
    }
    table.print(api.out());
  }
}
