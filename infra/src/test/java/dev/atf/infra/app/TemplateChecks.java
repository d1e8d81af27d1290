package dev.atf.infra.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Kinds of mistakes that a template can have although CloudFormation accepts it. */
final class TemplateChecks {
  /** Metrics from logs, of SQS and of Container Insights reach CloudWatch so late. */
  private static final int METRICS_LATE_SECONDS = 180;

  /** Types that have no tags in CloudFormation, and cost nothing themselves. */
  private static final Set<String> WITHOUT_TAGS =
      Set.of(
          "AWS::ApplicationAutoScaling::ScalableTarget",
          "AWS::ApplicationAutoScaling::ScalingPolicy",
          "AWS::EC2::Route",
          "AWS::EC2::SecurityGroupEgress",
          "AWS::EC2::SecurityGroupIngress",
          "AWS::EC2::SubnetRouteTableAssociation",
          "AWS::EC2::VPCGatewayAttachment",
          "AWS::ECS::ClusterCapacityProviderAssociations",
          "AWS::ElasticLoadBalancingV2::Listener",
          "AWS::IAM::InstanceProfile",
          "AWS::IAM::ManagedPolicy",
          "AWS::IAM::Policy",
          "AWS::Route53::RecordSet",
          "AWS::SNS::TopicPolicy",
          "AWS::SQS::QueuePolicy");

  private TemplateChecks() {}

  /** Returns all findings, each with the name of its stack. */
  static List<String> findings(Synthesis synthesis) {
    var findings = new ArrayList<String>();
    synthesis
        .templates()
        .forEach(
            (stack, template) -> {
              add(findings, stack, "DesiredCount undoes scaling", countsThatUndoScaling(template));
              add(findings, stack, "is not rolled back", deploymentsThatStay(template));
              add(findings, stack, "cannot write", pathsNobodyCanWrite(template));
              add(findings, stack, "logs may be dropped", smallLogBuffers(template));
              add(findings, stack, "has no tag", untagged(template));
              add(findings, stack, "cannot be deleted", protectedBalancers(template));
              TemplateQuotas.problems(stack, template, template.toPrettyString().length())
                  .forEach(findings::add);
              add(findings, stack, "a filled point decides", alarmsThatAFillDecides(template));
              add(findings, stack, "sent by nobody", metricsOfNobody(template, sent(synthesis)));
            });
    return findings;
  }

  /**
   * Returns the metrics of alarms and of scaling, each with its dimensions, that no collector
   * sends: such an alarm never fires, and such a service or worker cluster never scales.
   */
  static List<String> metricsOfNobody(JsonNode template, Set<String> sent) {
    var alarms =
        ofType(template, "AWS::CloudWatch::Alarm")
            .map(alarm -> alarm.getValue().path("Properties"))
            .flatMap(
                alarm ->
                    alarm.has("MetricName")
                        ? Stream.of(alarm)
                        : stream(alarm.path("Metrics"))
                            .map(metric -> metric.at("/MetricStat/Metric")));
    var targets =
        ofType(template, "AWS::ApplicationAutoScaling::ScalingPolicy")
            .map(policy -> policy.getValue().path("Properties"))
            .map(policy -> policy.path("TargetTrackingScalingPolicyConfiguration"))
            .map(policy -> policy.path("CustomizedMetricSpecification"));
    return Stream.concat(alarms, targets)
        .filter(metric -> metric.path("Namespace").asText().equals("ATF"))
        .map(
            metric ->
                named(
                    metric.path("MetricName").asText(),
                    stream(metric.path("Dimensions"))
                        .map(dimension -> dimension.path("Name").asText())))
        .filter(metric -> !sent.contains(metric))
        .distinct()
        .toList();
  }

  /** Returns the metrics that the collectors of a cluster send to CloudWatch, with dimensions. */
  static Set<String> sent(Synthesis synthesis) {
    var sent = new TreeSet<String>();
    for (var task : synthesis.resources("AWS::ECS::TaskDefinition")) {
      for (var container : task.at("/Properties/ContainerDefinitions")) {
        for (var variable : container.path("Environment")) {
          if (variable.path("Name").asText().equals("AOT_CONFIG_CONTENT")) {
            sent.addAll(sent(variable.path("Value").asText()));
          }
        }
      }
    }
    return sent;
  }

  private static List<String> sent(String collector) {
    try {
      return stream(
              new YAMLMapper().readTree(collector).at("/exporters/awsemf/metric_declarations"))
          .flatMap(
              declared ->
                  stream(declared.path("dimensions"))
                      .map(
                          set ->
                              named(
                                  declared
                                      .at("/metric_name_selectors/0")
                                      .asText()
                                      .replaceAll("[$^]", ""),
                                  stream(set).map(JsonNode::asText))))
          .toList();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(collector, e);
    }
  }

  private static String named(String metric, Stream<String> dimensions) {
    return metric + dimensions.sorted().toList();
  }

  private static void add(List<String> all, String stack, String kind, List<String> findings) {
    findings.forEach(finding -> all.add(stack + ": " + kind + ": " + finding));
  }

  /**
   * Returns the services with a {@code DesiredCount}, and the groups of machines with a {@code
   * DesiredCapacity}, that scaling changes: CloudFormation would set it back with each change of
   * the service or group.
   */
  static List<String> countsThatUndoScaling(JsonNode template) {
    var scaled =
        ofType(template, "AWS::ApplicationAutoScaling::ScalableTarget")
            .map(target -> target.getValue().at("/Properties/ResourceId").toString())
            .toList();
    var services =
        ofType(template, "AWS::ECS::Service")
            .filter(service -> service.getValue().at("/Properties").has("DesiredCount"))
            .map(Map.Entry::getKey)
            .filter(
                id ->
                    scaled.stream()
                        .anyMatch(
                            target ->
                                target.contains('"' + id + '"')
                                    || target.contains(serviceName(template, id))));
    // ECS scales the machines of its capacity providers.
    var machines =
        ofType(template, "AWS::AutoScaling::AutoScalingGroup")
            .filter(group -> group.getValue().at("/Properties").has("DesiredCapacity"))
            .map(Map.Entry::getKey);
    return Stream.concat(services, machines).toList();
  }

  /** Returns the services of which ECS keeps a deployment that fails by health or by an alarm. */
  static List<String> deploymentsThatStay(JsonNode template) {
    return ofType(template, "AWS::ECS::Service")
        .filter(
            service -> {
              var deployment = service.getValue().at("/Properties/DeploymentConfiguration");
              return !deployment.at("/DeploymentCircuitBreaker/Rollback").asBoolean()
                  || !deployment.at("/Alarms/Rollback").asBoolean()
                  || deployment.at("/Alarms/AlarmNames").isEmpty();
            })
        .map(Map.Entry::getKey)
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
        && stream(container.at("/LinuxParameters/Tmpfs")).noneMatch(TemplateChecks::isScratch)) {
      findings.add(name + ": /tmp is read-only");
    }
    return findings;
  }

  /** Returns whether handlers can write to /tmp, and load the native libraries that they unpack. */
  private static boolean isScratch(JsonNode tmpfs) {
    var options = stream(tmpfs.path("MountOptions")).map(JsonNode::asText).toList();
    return tmpfs.path("ContainerPath").asText().equals("/tmp")
        && tmpfs.path("Size").asInt() > 0
        && options.contains("exec")
        && !options.contains("ro");
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

  /**
   * Returns the containers whose log buffer is that of the default, and drops the rest. Without a
   * mode, ECS writes without blocking.
   */
  static List<String> smallLogBuffers(JsonNode template) {
    return ofType(template, "AWS::ECS::TaskDefinition")
        .flatMap(task -> stream(task.getValue().at("/Properties/ContainerDefinitions")))
        .filter(
            container -> {
              var options = container.at("/LogConfiguration/Options");
              return !options.path("mode").asText().equals("blocking")
                  && !options.path("max-buffer-size").asText().equals("26214400b");
            })
        .map(container -> container.path("Name").asText())
        .toList();
  }

  /** Returns the resources whose costs no report can allocate. */
  static List<String> untagged(JsonNode template) {
    return template.path("Resources").properties().stream()
        .filter(resource -> !WITHOUT_TAGS.contains(resource.getValue().path("Type").asText()))
        .filter(resource -> !isTagged(resource.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean isTagged(JsonNode resource) {
    var properties = resource.path("Properties");
    boolean propagates =
        switch (resource.path("Type").asText()) {
          case "AWS::ECS::Service" ->
              properties.path("PropagateTags").asText().equals("SERVICE")
                  && properties.path("EnableECSManagedTags").asBoolean();
          case "AWS::AutoScaling::AutoScalingGroup" ->
              stream(properties.path("Tags"))
                  .allMatch(tag -> tag.path("PropagateAtLaunch").asBoolean());
          case "AWS::EC2::LaunchTemplate" ->
              stream(properties.at("/LaunchTemplateData/TagSpecifications"))
                  .filter(TemplateChecks::hasBothTags)
                  .map(tagged -> tagged.path("ResourceType").asText())
                  .toList()
                  .containsAll(List.of("instance", "volume"));
          default -> true;
        };
    return propagates && hasBothTags(properties);
  }

  private static boolean hasBothTags(JsonNode properties) {
    var keys = properties.findValuesAsText("Key");
    return keys.contains("atf:cluster") && keys.contains("atf:owner");
  }

  /** Returns the load balancers that their stack cannot delete. */
  static List<String> protectedBalancers(JsonNode template) {
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
