package dev.atf.infra.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Kinds of mistakes that a template can have although CloudFormation accepts it. */
final class TemplateChecks {
  /** Metrics from logs, of SQS and of Container Insights reach CloudWatch so late. */
  private static final int METRICS_LATE_SECONDS = 180;

  private TemplateChecks() {}

  /** Returns all findings, each with the name of its stack. */
  static List<String> findings(Synthesis synthesis) {
    var findings = new ArrayList<String>();
    synthesis
        .templates()
        .forEach(
            (stack, template) -> {
              add(findings, stack, "DesiredCount undoes scaling", countsThatUndoScaling(template));
              add(findings, stack, "cannot write", pathsNobodyCanWrite(template));
              add(findings, stack, "logs may be dropped", smallLogBuffers(template));
              add(findings, stack, "has no tag", untagged(template));
              add(findings, stack, "cannot be deleted", protectedBalancers(template));
              TemplateQuotas.problems(stack, template, template.toPrettyString().length())
                  .forEach(findings::add);
              add(findings, stack, "a filled point decides", alarmsThatAFillDecides(template));
            });
    return findings;
  }

  private static void add(List<String> all, String stack, String kind, List<String> findings) {
    findings.forEach(finding -> all.add(stack + ": " + kind + ": " + finding));
  }

  /**
   * Returns the services with a {@code DesiredCount} that scaling changes: CloudFormation would set
   * it back with each change of the service.
   */
  static List<String> countsThatUndoScaling(JsonNode template) {
    var scaled =
        ofType(template, "AWS::ApplicationAutoScaling::ScalableTarget")
            .map(target -> target.getValue().at("/Properties/ResourceId").toString())
            .toList();
    return ofType(template, "AWS::ECS::Service")
        .filter(service -> service.getValue().at("/Properties").has("DesiredCount"))
        .map(Map.Entry::getKey)
        .filter(
            id ->
                scaled.stream()
                    .anyMatch(
                        target ->
                            target.contains('"' + id + '"')
                                || target.contains(serviceName(template, id))))
        .toList();
  }

  private static String serviceName(JsonNode template, String id) {
    var name = template.at("/Resources").path(id).at("/Properties/ServiceName");
    return name.isTextual() ? "/" + name.asText() : "no fixed name";
  }

  /**
   * Returns the containers with a read-only root whose user cannot write where it has to.
   *
   * <p>The images run as a user of their own. An empty volume belongs to root on Fargate, with mode
   * 0755; a tmpfs has mode 1777.
   */
  static List<String> pathsNobodyCanWrite(JsonNode template) {
    var findings = new ArrayList<String>();
    ofType(template, "AWS::ECS::TaskDefinition")
        .forEach(
            task ->
                stream(task.getValue().at("/Properties/ContainerDefinitions"))
                    .filter(container -> container.path("ReadonlyRootFilesystem").asBoolean())
                    .forEach(container -> findings.addAll(notWritable(task.getKey(), container))));
    return findings;
  }

  private static List<String> notWritable(String task, JsonNode container) {
    var name = task + "/" + container.path("Name").asText();
    var findings = new ArrayList<String>();
    stream(container.path("MountPoints"))
        .filter(mount -> !mount.path("ReadOnly").asBoolean())
        .forEach(
            mount ->
                findings.add(name + ": " + mount.path("ContainerPath").asText() + " is root's"));
    boolean writesTmp = !container.path("Name").asText().equals("metrics");
    if (writesTmp
        && stream(container.at("/LinuxParameters/Tmpfs"))
            .noneMatch(
                tmpfs ->
                    tmpfs.path("ContainerPath").asText().equals("/tmp")
                        && tmpfs.path("Size").asInt() > 0)) {
      findings.add(name + ": /tmp is read-only");
    }
    return findings;
  }

  /**
   * Returns the alarms, those of scaling among them, that a filled data point can decide: so many
   * of their newest points may be filled, because metrics arrive late, that too few others are
   * left.
   */
  static List<String> alarmsThatAFillDecides(JsonNode template) {
    return ofType(template, "AWS::CloudWatch::Alarm")
        .filter(
            alarm -> {
              var properties = alarm.getValue().path("Properties");
              int evaluated = properties.path("EvaluationPeriods").asInt();
              int needed = properties.path("DatapointsToAlarm").asInt(evaluated);
              return evaluated - needed < filledPoints(properties.path("Metrics"));
            })
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns how many of the newest points of an alarm's expression may be filled. */
  private static int filledPoints(JsonNode metrics) {
    boolean fills =
        stream(metrics).anyMatch(metric -> metric.path("Expression").asText().contains("FILL("));
    int period =
        stream(metrics)
            .mapToInt(
                metric -> metric.at("/MetricStat/Period").asInt(metric.path("Period").asInt()))
            .max()
            .orElse(0);
    return !fills || period >= 3_600 ? 0 : (METRICS_LATE_SECONDS + period - 1) / period;
  }

  /** Returns the containers whose log buffer is that of the default, 1 MB, and drops the rest. */
  private static List<String> smallLogBuffers(JsonNode template) {
    return ofType(template, "AWS::ECS::TaskDefinition")
        .flatMap(task -> stream(task.getValue().at("/Properties/ContainerDefinitions")))
        .filter(
            container -> {
              var options = container.at("/LogConfiguration/Options");
              return options.path("mode").asText().equals("non-blocking")
                  && !options.path("max-buffer-size").asText().equals("26214400b");
            })
        .map(container -> container.path("Name").asText())
        .toList();
  }

  /** Returns the services and tables whose costs no report can allocate. */
  private static List<String> untagged(JsonNode template) {
    return Stream.of("AWS::ECS::Service", "AWS::ECS::TaskDefinition", "AWS::DynamoDB::Table")
        .flatMap(type -> ofType(template, type))
        .filter(
            resource -> {
              var properties = resource.getValue().path("Properties");
              var keys = stream(properties.path("Tags")).map(tag -> tag.path("Key").asText());
              boolean tagged =
                  keys.filter(List.of("atf:cluster", "atf:owner")::contains).count() == 2;
              boolean service = resource.getValue().path("Type").asText().endsWith("Service");
              return !tagged
                  || (service
                      && !(properties.path("PropagateTags").asText().equals("SERVICE")
                          && properties.path("EnableECSManagedTags").asBoolean()));
            })
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the load balancers that their stack cannot delete. */
  private static List<String> protectedBalancers(JsonNode template) {
    return ofType(template, "AWS::ElasticLoadBalancingV2::LoadBalancer")
        .filter(
            balancer ->
                stream(balancer.getValue().at("/Properties/LoadBalancerAttributes"))
                    .anyMatch(
                        attribute ->
                            attribute.path("Key").asText().equals("deletion_protection.enabled")
                                && attribute.path("Value").asText().equals("true")))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the resources of a type by their logical ids. */
  static Stream<Map.Entry<String, JsonNode>> ofType(JsonNode template, String type) {
    return template.path("Resources").properties().stream()
        .filter(resource -> resource.getValue().path("Type").asText().equals(type));
  }

  static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
