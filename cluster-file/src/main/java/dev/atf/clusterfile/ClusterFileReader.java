package dev.atf.clusterfile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads one file: its sections, each to the end, so that all that is wrong is said at once. */
record ClusterFileReader(Path file) {
  private static final String CLUSTER = "cluster";
  private static final String LEASE = "lease";
  private static final String SETTINGS = "settings";
  private static final String LAMBDAS = "lambdas";
  private static final String AWS = "aws";
  private static final List<String> SECTIONS = List.of(CLUSTER, LEASE, SETTINGS, LAMBDAS, AWS);

  /** Pattern with the maximal length of the prefix of a queue's name. */
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
    var said =
        new SettingsSection(problems).of(whole.path(LEASE), DocumentPath.WHOLE.child(LEASE), LEASE);
    var lease =
        said.read(List.of(new Cluster(LeaseTimes.DEFAULT)), DocumentPath.WHOLE, problems)
            .map(read -> read.of(Cluster.class).lease())
            .orElse(LeaseTimes.DEFAULT);
    var settings = settings(whole.path(SETTINGS), said, problems);
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
            place.child(LEASE), "said for one service", "lease: beside settings:, for all of them");
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

  /** ProcessSettings that all services share. */
  private record Cluster(LeaseTimes lease) {}
}
