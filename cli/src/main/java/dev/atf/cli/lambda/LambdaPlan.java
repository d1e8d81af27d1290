package dev.atf.cli.lambda;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atf.cli.lambda.LambdaDifference.Kind;
import dev.atf.local.ApiConnection;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.validation.LambdaCodec;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A file's lambdas beside those that a server has.
 *
 * @param differences in the file's order
 * @param notInFile names of the server's other lambdas, which stay as they are
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
    return differences.stream().allMatch(difference -> difference.kind() == Kind.UNCHANGED);
  }

  /** Prints one line for a lambda, and one for each field of a changed one. */
  static void print(LambdaDifference difference, String kind, PrintWriter out) {
    out.printf("%-24s %s%n", difference.wanted().getName(), kind);
    difference.fields().forEach(field -> out.println("  " + field));
  }

  void printNotInFile(PrintWriter out) {
    notInFile.forEach(name -> out.printf("%-24s not in the file; left as it is%n", name));
  }

  /**
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
