package dev.atf.cli.route;

import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.JsonInput;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.PayloadSource;
import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.DeleteRouteRequest;
import dev.atf.protocol.v1.GetRouteRequest;
import dev.atf.protocol.v1.ListRoutesRequest;
import dev.atf.protocol.v1.ListRoutesResponse;
import dev.atf.protocol.v1.Route;
import dev.atf.protocol.v1.RouteRule;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TestRouteRequest;
import dev.atf.protocol.v1.TestRouteResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atf route}: commands about routes, whose rules choose the lambda of a task. */
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
      RouteCommand.Test.class
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

  /** {@code atf route test}: shows which rule would choose the lambda of a task, and why. */
  @Command(
      name = "test",
      description = {
        "Print which lambda a route would choose for a task, and why, rule by rule.",
        "No task is scheduled, and no route is changed."
      },
      footer = {
        "%nExamples:",
        "  atf route test render --payload '{\"pages\":300}' --label kind=book",
        "  atf route test render --file render.json --at 2026-01-01T23:00:00Z"
      })
  static final class Test extends OfOne {
    @Option(
        names = "--file",
        paramLabel = "FILE",
        description = "Test the route of this file instead of the stored one.")
    private @Nullable Path file;

    @ArgGroup private PayloadSource payload = new PayloadSource();

    @Option(
        names = "--content-type",
        paramLabel = "TYPE",
        description = "Media type of --data-file.")
    private String contentType = "";

    @Option(names = "--label", paramLabel = "K=V", description = "A label; may be repeated.")
    private Map<String, String> labels = Map.of();

    @Option(names = "--priority", paramLabel = "P", description = "That the caller asks for.")
    private String priority = "";

    @Option(names = "--collection", paramLabel = "C", description = "That the caller asks for.")
    private String collection = "";

    @Option(
        names = "--principal",
        paramLabel = "NAME",
        description = "The name of the caller (default: you).")
    private String principal = "";

    @Option(
        names = "--tenant",
        paramLabel = "NAME",
        description = "The tenant of the caller (default: yours).")
    private String tenant = "";

    @Option(
        names = "--at",
        paramLabel = "T",
        description = "The time that the rules use (2026-01-01T23:00:00Z; default: now).")
    private @Nullable Instant at;

    @Override
    public Integer call() {
      var request = request();
      return api.answer(connection -> connection.routes().testRoute(request), this::print);
    }

    private TestRouteRequest request() {
      var task =
          ScheduleRequest.newBuilder()
              .setContentType(contentType)
              .putAllLabels(labels)
              .setPriority(priority)
              .setCollection(collection);
      payload.addTo(task);
      var request =
          TestRouteRequest.newBuilder()
              .setName(name)
              .setTask(task)
              .setPrincipal(principal)
              .setTenant(tenant);
      Optional.ofNullable(at).map(ProtoTimes::proto).ifPresent(request::setAt);
      Optional.ofNullable(file)
          .map(path -> JsonInput.ofFile(path).into(Route.newBuilder()))
          .ifPresent(request::setRoute);
      return request.build();
    }

    private void print(TestRouteResponse answer) {
      var version = answer.getVersion() == 0 ? "" : " (version %d)".formatted(answer.getVersion());
      var rule = answer.getRule().equals("default") ? "its default" : "rule " + answer.getRule();
      api.out()
          .printf("route %s%s, %s chooses lambda %s%n", name, version, rule, answer.getLambda());
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
}
