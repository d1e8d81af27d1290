package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.atf.infra.Golden;
import dev.atf.infra.Intrinsics;
import dev.atf.infra.NeedsNode;
import dev.atf.infra.access.AccessPolicies;
import dev.atf.infra.access.ComponentAccess;
import dev.atf.infra.constructs.store.LambdaQueues;
import dev.atf.infra.constructs.store.LambdaQueuesProps;
import dev.atf.infra.constructs.store.TableCapacity;
import dev.atf.infra.constructs.store.TaskStore;
import dev.atf.infra.constructs.store.TaskStoreProps;
import dev.atf.queue.sqs.SqsQueueNames;
import dev.atf.store.dynamodb.TableNames;
import dev.atf.store.dynamodb.TableSchema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.BootstraplessSynthesizer;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.CfnParameter;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.TagProps;
import software.amazon.awscdk.Tags;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.iam.CfnRole;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;

/**
 * Makes the template of packaging/cloudformation, for those who deploy without the CDK, from the
 * constructs of the CDK app, and tests it against the templates of that app.
 */
@NeedsNode
final class CloudFormationTest {
  private static final Path FILE = Path.of("../packaging/cloudformation/cluster-data.json");

  /** Limit of a template that is sent with the call, as Terraform's template_body is. */
  private static final int BODY_BYTES_MAX = 51_200;

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void theFileIsWhatTheConstructsMake() {
    var template = template();

    Golden.assertSame(FILE, template);
    assertThat(template.toString().getBytes(StandardCharsets.UTF_8).length)
        .isLessThan(BODY_BYTES_MAX);
  }

  @Test
  void itsResourcesHaveTheTagsOfTheCdkApp() {
    assertThat(TemplateChecks.untagged(template())).isEmpty();
  }

  @Test
  void itsTablesAreThoseOfTheCdkApp() {
    var tables = byName(ofType(ofOrders(template()), "AWS::DynamoDB::Table"), "TableName");

    assertThat(tables)
        .hasSize(8)
        .isEqualTo(byName(Synthesis.production().resources("AWS::DynamoDB::Table"), "TableName"));
  }

  @Test
  void itsQueueOfUnusableMessagesIsThatOfTheCdkApp() {
    var queues = byName(ofType(ofOrders(template()), "AWS::SQS::Queue"), "QueueName");

    assertThat(byName(Synthesis.production().resources("AWS::SQS::Queue"), "QueueName"))
        .containsAllEntriesOf(queues);
    assertThat(queues).hasSize(1);
  }

  @Test
  void itsRolesHaveTheRightsOfTheComponents() {
    var template = ofOrders(template());

    Golden.assertSame("policies/frontend.json", statements(template, "Frontend"));
    Golden.assertSame("policies/storeconsumer.json", statements(template, "StoreConsumer"));
    Golden.assertSame("policies/hsc.json", statements(template, "Hsc"));
    assertThat(actions(statements(template, "Worker")))
        .containsExactlyElementsOf(
            new TreeSet<>(
                Stream.concat(
                        ComponentAccess.CONTROLLER.queues().stream(), Stream.of("SendMessage"))
                    .map(operation -> "sqs:" + operation)
                    .toList()));
  }

  private static ObjectNode template() {
    var stack =
        new Stack(
            ClusterApp.create(),
            "cluster-data",
            StackProps.builder()
                .description("ATF cluster: tables, the queue of unusable messages, roles")
                .synthesizer(new BootstraplessSynthesizer())
                .build());
    var cluster =
        CfnParameter.Builder.create(stack, "Cluster")
            .description(
                "Name of the cluster: ATF_STORE_TABLE_PREFIX is NAME-, ATF_QUEUE_QUEUE_PREFIX is NAME")
            .allowedPattern("[a-z][a-z0-9-]{0,19}")
            .build();
    var service =
        CfnParameter.Builder.create(stack, "Service")
            .description("Service that runs the components and takes their roles")
            .allowedValues(
                List.of("ecs-tasks.amazonaws.com", "pods.eks.amazonaws.com", "ec2.amazonaws.com"))
            .defaultValue("ecs-tasks.amazonaws.com")
            .build();
    var owner =
        CfnParameter.Builder.create(stack, "Owner")
            .description("Tag atf:owner of the tables, the key, the queue and the roles")
            .defaultValue("platform")
            .build();
    // A stack itself cannot have a parameter as a tag.
    var resources = TagProps.builder().excludeResourceTypes(List.of("aws:cdk:stack")).build();
    Tags.of(stack).add("atf:cluster", cluster.getValueAsString(), resources);
    Tags.of(stack).add("atf:owner", owner.getValueAsString(), resources);
    var prefix = cluster.getValueAsString() + "-";
    var queues = new SqsQueueNames(cluster.getValueAsString());
    new TaskStore(
        stack,
        "TaskStore",
        new TaskStoreProps(
            TableSchema.of(TableNames.withPrefix(prefix)), new TableCapacity.OnDemand(0, 0), true));
    new LambdaQueues(
        stack,
        "LambdaQueues",
        // Registrations make the queues of lambdas.
        new LambdaQueuesProps(queues.unusable(), Map.of(), Duration.ofSeconds(30), true));
    var components =
        Map.of(
            "Frontend", ComponentAccess.FRONTEND,
            "StoreConsumer", ComponentAccess.STORE_CONSUMER,
            "Hsc", ComponentAccess.HSC,
            "Worker", ComponentAccess.CONTROLLER);
    new TreeMap<>(components)
        .forEach(
            (name, access) -> {
              var role =
                  Role.Builder.create(stack, name)
                      .assumedBy(new ServicePrincipal("ecs-tasks.amazonaws.com"))
                      .build();
              var trust = "AssumeRolePolicyDocument.Statement.0.";
              var made = (CfnRole) role.getNode().getDefaultChild();
              made.addPropertyOverride(
                  trust + "Principal", Map.of("Service", service.getValueAsString()));
              // EKS Pod Identity tags its sessions.
              made.addPropertyOverride(
                  trust + "Action", List.of("sts:AssumeRole", "sts:TagSession"));
              var patterns = List.of(queues.ofAll());
              AccessPolicies.grant(role, role, access, prefix, patterns);
              if (access == ComponentAccess.FRONTEND) {
                AccessPolicies.grantQueueAdministration(role, role, patterns);
              }
              if (access == ComponentAccess.CONTROLLER) {
                AccessPolicies.grantCopies(role, role, queues.unusable());
              }
              CfnOutput.Builder.create(stack, name + "RoleArn").value(role.getRoleArn()).build();
            });
    ObjectNode template = JSON.valueToTree(Template.fromStack(stack).toJSON());
    template.path("Resources").forEach(resource -> ((ObjectNode) resource).remove("Metadata"));
    return template;
  }

  /** Returns the template as CloudFormation would see it for the cluster "orders". */
  private static JsonNode ofOrders(JsonNode template) {
    if (template.equals(JsonNodeFactory.instance.objectNode().put("Ref", "Cluster"))) {
      return TextNode.valueOf("orders");
    }
    var copy = template.deepCopy();
    if (copy instanceof ObjectNode object) {
      template
          .properties()
          .forEach(field -> object.set(field.getKey(), ofOrders(field.getValue())));
    } else if (copy.isArray()) {
      var array = JSON.createArrayNode();
      template.forEach(element -> array.add(ofOrders(element)));
      return array;
    }
    return copy;
  }

  private static List<JsonNode> ofType(JsonNode template, String type) {
    return template
        .path("Resources")
        .valueStream()
        .filter(resource -> resource.path("Type").asText().equals(type))
        .toList();
  }

  /**
   * Returns resources by their names: without logical ids, tags and capacity, which are a stack's
   * own.
   */
  private static Map<String, JsonNode> byName(List<JsonNode> resources, String nameProperty) {
    var byName = new TreeMap<String, JsonNode>();
    for (var resource : resources) {
      ObjectNode properties = resource.path("Properties").deepCopy();
      var name = Intrinsics.text(properties.path(nameProperty));
      properties.put(nameProperty, name).remove(List.of("Tags", "WarmThroughput"));
      properties
          .path("GlobalSecondaryIndexes")
          .forEach(index -> ((ObjectNode) index).remove("WarmThroughput"));
      if (properties.path("SSESpecification") instanceof ObjectNode encryption
          && encryption.has("KMSMasterKeyId")) {
        encryption.put("KMSMasterKeyId", Intrinsics.text(encryption.path("KMSMasterKeyId")));
      }
      ObjectNode whole = resource.deepCopy();
      whole.remove("Metadata");
      byName.put(name, whole.set("Properties", properties));
    }
    return byName;
  }

  private static JsonNode statements(JsonNode template, String component) {
    var statements = JSON.createArrayNode();
    for (var resource : template.path("Resources").properties()) {
      if (resource.getKey().startsWith(component)
          && resource.getValue().path("Type").asText().equals("AWS::IAM::ManagedPolicy")) {
        resource
            .getValue()
            .at("/Properties/PolicyDocument/Statement")
            .forEach(statement -> statements.add(PolicyTest.resolved(statement)));
      }
    }
    return statements;
  }

  private static TreeSet<String> actions(JsonNode statements) {
    var actions = new TreeSet<String>();
    StreamSupport.stream(statements.spliterator(), false)
        .flatMap(statement -> statement.path("Action").valueStream())
        .forEach(action -> actions.add(action.asText()));
    return actions;
  }
}
