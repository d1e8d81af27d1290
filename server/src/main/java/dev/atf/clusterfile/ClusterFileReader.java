package dev.atf.clusterfile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.atf.model.LambdaName;
import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.config.ConfigException;
import dev.atf.validation.JsonBody;
import dev.atf.validation.LambdaCodec;
import dev.atf.validation.UnreadableJsonException;
import dev.atf.validation.Violations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Reads one file. It continues after a problem, so that all problems are reported together. */
record ClusterFileReader(Path file) {
  private static final String CLUSTER = "cluster";
  private static final String LEASE = "lease";
  private static final String SETTINGS = "settings";
  private static final String LAMBDAS = "lambdas";
  private static final String AWS = "aws";
  private static final List<String> SECTIONS = List.of(CLUSTER, LEASE, SETTINGS, LAMBDAS, AWS);

  /** Pattern of the name. Its length is the maximum for the prefix of a queue's name. */
  private static final Pattern CLUSTER_NAME = Pattern.compile("[a-z][a-z0-9-]{0,19}");

  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  static DocumentPath placeOf(ServiceName service) {
    return DocumentPath.WHOLE.child(SETTINGS).child(service.key());
  }

  ClusterFile read() {
    try {
      var text = Files.readString(file);
      try (var parser = YAML.getFactory().createParser(text)) {
        return read(YAML.readTree(text), Lines.of(parser));
      }
    } catch (JsonProcessingException e) {
      var where = e.getLocation();
      throw new ConfigException(
          "%s:%d: %s"
              .formatted(file, where == null ? 1 : where.getLineNr(), e.getOriginalMessage()));
    } catch (IOException e) {
      throw new ConfigException(file + ": cannot be read: " + e);
    }
  }

  private ClusterFile read(JsonNode whole, Lines lines) {
    var problems = new Problems(file, lines);
    lines
        .alias()
        .ifPresent(place -> problems.add(place, place + ": aliases are not read; write it out"));
    if (!whole.isObject()) {
      problems.add(
          DocumentPath.WHOLE, "the whole is not a group of " + String.join(", ", SECTIONS));
      problems.refuse();
    }
    whole
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!SECTIONS.contains(name)) {
                problems.unknown(DocumentPath.WHOLE.child(name), name, SECTIONS);
              }
            });
    var cluster = cluster(whole.path(CLUSTER), problems);
    var located =
        new SettingsSection(problems).of(whole.path(LEASE), DocumentPath.WHOLE.child(LEASE), LEASE);
    var lease =
        located
            .read(List.of(new Cluster(LeaseTimes.DEFAULT)), DocumentPath.WHOLE, problems)
            .map(read -> read.of(Cluster.class).lease())
            .orElse(LeaseTimes.DEFAULT);
    var settings = settings(whole.path(SETTINGS), located, problems);
    var lambdas =
        isAbsent(whole.path(LAMBDAS))
            ? List.<LambdaDefinition>of()
            : new LambdaSection(lease.lease(), problems)
                .read(whole.path(LAMBDAS), DocumentPath.WHOLE.child(LAMBDAS));
    problems.refuse();
    return new ClusterFile(file, lines, cluster, lease, settings, lambdas, whole.path(AWS));
  }

  private static String cluster(JsonNode name, Problems problems) {
    if (!name.isTextual() || !CLUSTER_NAME.matcher(name.textValue()).matches()) {
      problems.add(
          DocumentPath.WHOLE.child(CLUSTER),
          isAbsent(name) ? "missing" : name.asText(),
          "1-20 of a-z 0-9 -, starting with a letter");
    }
    return name.asText();
  }

  private static Map<ServiceName, ProcessSettings> settings(
      JsonNode section, ProcessSettings lease, Problems problems) {
    var all = new EnumMap<ServiceName, ProcessSettings>(ServiceName.class);
    for (var service : ServiceName.values()) {
      var own = section.path(service.key());
      var place = placeOf(service);
      if (own.has(LEASE)) {
        problems.add(
            place.child(LEASE),
            "set for one service",
            "lease: next to settings:, for all services");
      }
      all.put(
          service,
          lease.only(service::takes).and(new SettingsSection(problems).of(own, place, "")));
    }
    if (!isAbsent(section) && !section.isObject()) {
      problems.add(DocumentPath.WHOLE.child(SETTINGS), "not a group", "a group for each service");
    }
    section
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!ServiceName.keys().contains(name)) {
                problems.unknown(
                    DocumentPath.WHOLE.child(SETTINGS).child(name), name, ServiceName.keys());
              }
            });
    return all;
  }

  static boolean isAbsent(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }

  /** Settings that all services share. */
  private record Cluster(LeaseTimes lease) {}

  /**
   * Reads lambdas as RegisterLambda does: each one is the JSON of its message, and passes the
   * checks of that call.
   *
   * @param leaseMin lease of the cluster, which a lambda can only lengthen
   */
  private record LambdaSection(Duration leaseMin, Problems problems) {
    /** Fields that RegisterLambda ignores, so that callers can send an answer of GetLambda back. */
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
                at.child("name"),
                lambda.name(),
                "another name; it is that of " + earlier + ", too");
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

  /** Reads groups of settings without knowing which groups exist. */
  private record SettingsSection(Problems problems) {
    /**
     * Reads a group and its subgroups.
     *
     * @param key key of the whole group; if empty, its members are settings of the process
     */
    ProcessSettings of(JsonNode group, DocumentPath place, String key) {
      var values = new LinkedHashMap<String, ProcessSettings.LocatedValue>();
      if (!ClusterFileReader.isAbsent(group)) {
        collect(group, place, key, values);
      }
      return new ProcessSettings(values);
    }

    private void collect(
        JsonNode group,
        DocumentPath place,
        String key,
        Map<String, ProcessSettings.LocatedValue> values) {
      if (!group.isObject()) {
        problems.add(place, "not a group", "a group of settings");
        return;
      }
      for (var member : group.properties()) {
        var at = place.child(member.getKey());
        var name = key.isEmpty() ? member.getKey() : key + "." + member.getKey();
        if (member.getValue().isObject()) {
          collect(member.getValue(), at, name, values);
        } else {
          value(member.getValue(), at)
              .ifPresent(value -> values.put(name, new ProcessSettings.LocatedValue(value, at)));
        }
      }
    }

    private Optional<String> value(JsonNode written, DocumentPath place) {
      if (written.isArray()) {
        return list(written, place);
      }
      if (!written.isNull()) {
        return Optional.of(written.asText());
      }
      problems.add(place, "no value", "a value, or no " + place);
      return Optional.empty();
    }

    /** Joins a list as in a variable of the environment. */
    private Optional<String> list(JsonNode written, DocumentPath place) {
      var joined = new StringJoiner(",");
      for (var element : written) {
        if (!element.isValueNode() || element.isNull() || element.asText().contains(",")) {
          problems.add(place, element, "a list of single values without commas");
          return Optional.empty();
        }
        joined.add(element.asText());
      }
      return Optional.of(joined.toString());
    }
  }
}
