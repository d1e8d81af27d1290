package dev.atf.clusterfile;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.atf.model.LambdaName;
import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.Lambda;
import dev.atf.validation.JsonBody;
import dev.atf.validation.LambdaCodec;
import dev.atf.validation.UnreadableJsonException;
import dev.atf.validation.Violations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads lambdas as RegisterLambda does: each is the JSON of its message and is checked as a body of
 * that call is.
 *
 * @param leaseMin the cluster's lease: a lambda can only lengthen it
 */
record LambdaSection(Duration leaseMin, Problems problems) {
  /** RegisterLambda lets them pass, so that what GetLambda answered can be sent back. */
  private static final List<FieldDescriptor> SET_BY_THE_SERVER =
      List.of(
          field(Lambda.UPDATED_AT_FIELD_NUMBER),
          field(Lambda.GATES_FIELD_NUMBER),
          field(Lambda.LIVE_FIELD_NUMBER),
          field(Lambda.CLOSED_AT_FIELD_NUMBER));

  List<LambdaDefinition> read(JsonNode section, DocumentPath place) {
    if (!section.isArray()) {
      problems.add(place, "not a list", "a list of lambdas, each beginning with - name:");
      return List.of();
    }
    var lambdas = new ArrayList<LambdaDefinition>();
    var names = new HashMap<LambdaName, DocumentPath>();
    for (int i = 0; i < section.size(); i++) {
      var at = place.element(i);
      try {
        var lambda = LambdaCodec.definition(message(section.get(i)), leaseMin, Instant.EPOCH);
        var earlier = names.putIfAbsent(lambda.name(), at);
        if (earlier != null) {
          problems.add(
              at.child("name"), lambda.name(), "another name; it is that of " + earlier + ", too");
        }
        lambdas.add(lambda);
      } catch (InvalidFieldException e) {
        e.violations().forEach(violation -> add(at, violation));
      } catch (UnreadableJsonException | InvalidProtocolBufferException e) {
        problems.add(at, at + ": " + e.getMessage());
      }
    }
    return lambdas;
  }

  private static Lambda message(JsonNode written)
      throws UnreadableJsonException, InvalidProtocolBufferException {
    var violations = new Violations();
    if (!written.isObject()) {
      throw new InvalidFieldException("", "not a group of fields", "name: and further fields");
    }
    var json = written.toString();
    JsonBody.check(
        json.getBytes(StandardCharsets.UTF_8), Lambda.getDescriptor(), Map.of(), violations);
    SET_BY_THE_SERVER.stream()
        .map(FieldDescriptor::getJsonName)
        .filter(written::has)
        .forEach(name -> violations.add(name, "given", "nothing; the server sets it"));
    if (!violations.isEmpty()) {
      throw new InvalidFieldException(violations.all());
    }
    var lambda = Lambda.newBuilder();
    JsonFormat.parser().merge(json, lambda);
    return lambda.build();
  }

  private void add(DocumentPath lambda, FieldViolation violation) {
    var place = violation.field().isEmpty() ? lambda : lambda.child(violation.field());
    problems.add(place, violation.value(), violation.expected());
  }

  private static FieldDescriptor field(int number) {
    return Lambda.getDescriptor().findFieldByNumber(number);
  }
}
