package dev.atf.cli.route;

import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.JsonInput;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.v1.DeleteRouteRequest;
import dev.atf.protocol.v1.GetRouteRequest;
import dev.atf.protocol.v1.ListRoutesRequest;
import dev.atf.protocol.v1.ListRoutesResponse;
import dev.atf.protocol.v1.Route;
import dev.atf.protocol.v1.RouteRule;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code atf route}: names whose rules choose the lambda of a task. */
@Command(
    name = "route",
    description =
        "Manage routes, whose rules choose the lambda of tasks that are scheduled under one"
            + " name.",
    subcommands = {
      RouteCommand.Put.class,
      RouteCommand.Get.class,
      RouteCommand.ListAll.class,
      RouteCommand.Delete.class,
      RouteTestCommand.class
    })
public final class RouteCommand extends CommandGroup {
  /** Command about one route. */
  abstract static class OfOne extends ApiCommand {
    @Parameters(index = "0", paramLabel = "ROUTE", description = "The name of the route.")
    String name;
  }

  @Command(
      name = "put",
      description = "Create a route, or replace it.",
      footer = {
        "%nThe file holds JSON, as `atf route get --json` shows it:",
        "  {\"name\":\"render\",\"rules\":[{\"name\":\"long-jobs\",\"when\":\"json.pages > 100\",",
        "    \"lambda\":\"render-long\"}],\"default\":\"render-short\"}"
      })
  static final class Put extends ApiCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "A file with the route.")
    private Path file;

    @Override
    public Integer call() {
      var route = JsonInput.ofFile(file).into(Route.newBuilder()).build();
      return api.answer(
          connection -> connection.routes().putRoute(route),
          answer ->
              api.out()
                  .printf("route %s is of version %d%n", answer.getName(), answer.getVersion()));
    }
  }

  @Command(name = "get", description = "Show a route.")
  static final class Get extends OfOne {
    @Override
    public Integer call() {
      var request = GetRouteRequest.newBuilder().setName(name).build();
      return api.answer(connection -> connection.routes().getRoute(request), this::print);
    }

    private void print(Route route) {
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
  }

  @Command(name = "list", description = "List the routes.")
  static final class ListAll extends ApiCommand {
    @Override
    public Integer call() {
      return api.answer(
          connection -> connection.routes().listRoutes(ListRoutesRequest.getDefaultInstance()),
          this::print);
    }

    private void print(ListRoutesResponse answer) {
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
  }

  @Command(name = "delete", description = "Delete a route; its tasks do not change.")
  static final class Delete extends OfOne {
    @Override
    public Integer call() {
      var request = DeleteRouteRequest.newBuilder().setName(name).build();
      return api.answer(
          connection -> connection.routes().deleteRoute(request),
          answer -> api.out().println("route " + name + " is deleted"));
    }
  }
}
