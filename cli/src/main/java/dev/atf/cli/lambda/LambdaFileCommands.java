package dev.atf.cli.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.util.JsonFormat;
import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.access.FailureMessages;
import dev.atf.cli.output.ProtoJson;
import dev.atf.cli.task.TaskOutput;
import dev.atf.clusterfile.ClusterFile;
import dev.atf.local.ApiConnection;
import dev.atf.local.settings.ClusterFileChecks;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.validation.LambdaCodec;
import io.grpc.StatusRuntimeException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code atf lambda apply} and {@code atf lambda diff}: apply the lambdas of a file to a cluster,
 * or compare them.
 */
final class LambdaFileCommands {
  private LambdaFileCommands() {}

  /** The file that both commands read. */
  @Command(
      footer = {
        "%nThe file is the one from which the cluster is deployed. The elements of `lambdas` are",
        "as in PUT /v1/lambdas/{lambda}; a setting that is left out has its default. The file,",
        "including the settings of the services, is checked as a whole before any call."
      })
  static final class File {
    @Option(
        names = {"-f", "--file"},
        paramLabel = "FILE",
        required = true,
        description = "A cluster's YAML file.")
    private Path path;

    ClusterFile read() {
      return ClusterFileChecks.read(path);
    }
  }

  @Command(
      name = "apply",
      description = {
        "Register all lambdas of a cluster's file.",
        "Unchanged lambdas are registered again, too, which creates missing queues. Lambdas"
            + " that are not in the file stay unchanged. If one is refused, the others are still"
            + " registered, and the exit code is 1."
      })
  static final class Apply extends ApiCommand {
    @Mixin private File file;

    @Option(names = "--dry-run", description = "Only print what would be done.")
    private boolean dryRun;

    @Override
    public Integer call() {
      var lambdas = file.read().lambdas();
      try (var connection = api.connect()) {
        var plan = LambdaPlan.of(lambdas, connection);
        Map<String, String> refusals = dryRun ? Map.of() : register(plan, connection);
        if (api.json()) {
          api.out().println(plan.json(refusals).put("dryRun", dryRun).toPrettyString());
        } else {
          print(plan, refusals);
        }
        return refusals.isEmpty() ? 0 : 1;
      }
    }

    private static Map<String, String> register(LambdaPlan plan, ApiConnection connection) {
      var refusals = new LinkedHashMap<String, String>();
      for (var difference : plan.differences()) {
        try {
          connection.lambdas().registerLambda(difference.wanted());
        } catch (StatusRuntimeException e) {
          refusals.put(difference.wanted().getName(), FailureMessages.asText(e));
        }
      }
      return refusals;
    }

    private void print(LambdaPlan plan, Map<String, String> refusals) {
      for (var difference : plan.differences()) {
        var refusal = refusals.get(difference.wanted().getName());
        var done = difference.kind().name().toLowerCase(Locale.ROOT);
        LambdaPlan.print(difference, refusal == null ? done : "refused: " + refusal, api.out());
      }
      plan.printNotInFile(api.out());
      if (dryRun) {
        api.out().println("nothing was done (--dry-run)");
      }
    }
  }

  @Command(
      name = "diff",
      description = {
        "Print, field by field, what `atf lambda apply` would change.",
        "Lambdas that are not in the file are listed, and do not count as a difference."
      },
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {"0:no difference", "1:differences, or a failure", "2:wrong usage"})
  static final class Diff extends ApiCommand {
    @Mixin private File file;

    @Override
    public Integer call() {
      var lambdas = file.read().lambdas();
      try (var connection = api.connect()) {
        var plan = LambdaPlan.of(lambdas, connection);
        if (api.json()) {
          api.out().println(plan.json(Map.of()).toPrettyString());
        } else {
          for (var difference : plan.differences()) {
            if (difference.kind() != LambdaDifference.Kind.UNCHANGED) {
              var kind = difference.kind().name().toLowerCase(Locale.ROOT);
              LambdaPlan.print(difference, "would be " + kind, api.out());
            }
          }
          plan.printNotInFile(api.out());
        }
        return plan.isEmpty() ? CommandLine.ExitCode.OK : 1;
      }
    }
  }

  /**
   * Comparison of a file's lambdas with those of a server.
   *
   * @param differences differences in the order of the file
   * @param notInFile names of the server's other lambdas, which are not changed
   */
  record LambdaPlan(List<LambdaDifference> differences, List<String> notInFile) {

    static LambdaPlan of(List<LambdaDefinition> wanted, ApiConnection connection) {
      var answer = connection.lambdas().listLambdas(ListLambdasRequest.getDefaultInstance());
      Map<String, Lambda> present =
          answer.getLambdasList().stream()
              .collect(Collectors.toMap(Lambda::getName, Function.identity()));
      var differences =
          wanted.stream()
              .map(definition -> LambdaCodec.lambda(definition).clearUpdatedAt().build())
              .map(
                  lambda ->
                      LambdaDifference.between(
                          lambda, Optional.ofNullable(present.get(lambda.getName()))))
              .toList();
      var named =
          wanted.stream().map(definition -> definition.name().value()).collect(Collectors.toSet());
      return new LambdaPlan(differences, others(present.keySet(), named));
    }

    private static List<String> others(Set<String> present, Set<String> named) {
      return present.stream().filter(name -> !named.contains(name)).sorted().toList();
    }

    /** Returns whether applying the file would change nothing. */
    boolean isEmpty() {
      return differences.stream()
          .allMatch(difference -> difference.kind() == LambdaDifference.Kind.UNCHANGED);
    }

    /** Prints one line for a lambda, and one line for each changed field. */
    static void print(LambdaDifference difference, String kind, PrintWriter out) {
      out.printf("%-24s %s%n", difference.wanted().getName(), kind);
      difference.fields().forEach(field -> out.println("  " + field));
    }

    void printNotInFile(PrintWriter out) {
      notInFile.forEach(name -> out.printf("%-24s not in the file; left as it is%n", name));
    }

    /**
     * Returns the plan as JSON.
     *
     * @param refusals reasons of refused registrations, by the lambda's name
     */
    ObjectNode json(Map<String, String> refusals) {
      var json = JsonNodeFactory.instance.objectNode();
      var lambdas = json.putArray("lambdas");
      for (var difference : differences) {
        var name = difference.wanted().getName();
        var entry = lambdas.addObject().put("lambda", name).put("change", difference.kind().name());
        var fields = entry.putArray("fields");
        for (var field : difference.fields()) {
          var one = fields.addObject().put("field", field.name());
          if (!field.from().isMissingNode()) {
            one.set("from", field.from());
          }
          if (!field.to().isMissingNode()) {
            one.set("to", field.to());
          }
        }
        if (refusals.containsKey(name)) {
          entry.put("refused", refusals.get(name));
        }
      }
      var others = json.putArray("notInFile");
      notInFile.forEach(others::add);
      return json;
    }
  }

  /**
   * Change that registering a lambda would make.
   *
   * @param fields fields of a changed lambda by name; empty for other lambdas
   */
  record LambdaDifference(Lambda wanted, Kind kind, List<Field> fields) {
    enum Kind {
      CREATED,
      CHANGED,
      UNCHANGED
    }

    /**
     * Change of one setting.
     *
     * @param name name as in JSON, with groups and name joined by dots
     * @param from previous value; a missing node if the lambda does not set it
     * @param to new value; a missing node if the lambda does not set it
     */
    record Field(String name, JsonNode from, JsonNode to) {
      @Override
      public String toString() {
        return name + ": " + text(from) + " -> " + text(to);
      }

      private static String text(JsonNode value) {
        return value.isMissingNode() ? "(none)" : TaskOutput.printable(value.toString());
      }
    }

    private static final ProtoJson JSON = new ProtoJson(JsonFormat.printer());

    /**
     * Compares the lambda of a file with that of the server.
     *
     * @param wanted requested lambda with every default filled in, as the server returns it
     * @param present the server's lambda; empty if it has none with this name
     */
    static LambdaDifference between(Lambda wanted, Optional<Lambda> present) {
      if (present.isEmpty()) {
        return new LambdaDifference(wanted, Kind.CREATED, List.of());
      }
      var from = fieldsOf(settings(present.get()));
      var to = fieldsOf(settings(wanted));
      var names = new TreeMap<>(from);
      names.putAll(to);
      var changed = new ArrayList<Field>();
      for (var name : names.keySet()) {
        var before = from.getOrDefault(name, MissingNode.getInstance());
        var after = to.getOrDefault(name, MissingNode.getInstance());
        if (!before.equals(after)) {
          changed.add(new Field(name, before, after));
        }
      }
      return new LambdaDifference(
          wanted, changed.isEmpty() ? Kind.UNCHANGED : Kind.CHANGED, List.copyOf(changed));
    }

    /**
     * Returns the settings to compare. Registering opens a closed lambda, so being closed counts as
     * a setting.
     */
    private static Lambda settings(Lambda lambda) {
      return lambda.toBuilder().clearUpdatedAt().clearGates().clearLive().build();
    }

    private static Map<String, JsonNode> fieldsOf(Lambda lambda) {
      var fields = new TreeMap<String, JsonNode>();
      collect("", JSON.tree(lambda), fields);
      return fields;
    }

    private static void collect(String path, JsonNode group, Map<String, JsonNode> fields) {
      for (var member : group.properties()) {
        var name = path + member.getKey();
        if (member.getValue().isObject()) {
          collect(name + ".", member.getValue(), fields);
        } else {
          fields.put(name, member.getValue());
        }
      }
    }
  }
}
