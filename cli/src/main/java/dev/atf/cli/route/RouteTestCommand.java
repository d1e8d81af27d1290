package dev.atf.cli.route;

import dev.atf.cli.output.JsonInput;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.PayloadSource;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Route;
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

/** {@code atf route test}: which rule would choose the lambda of a task, and why. */
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
final class RouteTestCommand extends RouteCommand.OfOne {
  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Test the route of this file instead of the stored one.")
  private @Nullable Path file;

  @ArgGroup private PayloadSource payload = new PayloadSource();

  @Option(names = "--content-type", paramLabel = "TYPE", description = "Media type of --data-file.")
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
    api.out().printf("route %s%s, %s chooses lambda %s%n", name, version, rule, answer.getLambda());
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
