package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.access.AccessControl;
import dev.atf.access.TenantQuota;
import dev.atf.controller.ControllerConfig;
import dev.atf.executor.ExecutorConfig;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.infra.Intrinsics;
import dev.atf.infra.NeedsNode;
import dev.atf.local.settings.ConfigurableService;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.runtime.server.AuthMode;
import dev.atf.storeconsumer.StoreConsumerConfig;
import dev.atf.worker.WorkerConfig;
import dev.atf.worker.WorkerEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that each container's environment is one with which its service starts, read as the service
 * does.
 */
@NeedsNode
final class ContainerEnvironmentTest {
  @Test
  void theFrontendStarts() {
    for (var environment : environments("frontend")) {
      var config = read(ConfigurableService.FRONTEND, environment, FrontendConfig.class);

      assertThat(config.server().host()).isEqualTo("0.0.0.0");
      // Callers have the load balancer's addresses.
      assertThat(config.server().connectionsPerAddressMax())
          .isGreaterThan(config.server().connectionsMax());
      assertThat(config.createTables()).isFalse();
      assertThat(config.createQueues()).isTrue();
      assertThat(config.store().region()).isEqualTo("eu-central-1");
      assertThat(config.store().tablePrefix()).isIn("orders-", "dev-");
      assertThat(config.queue().queuePrefix()).isIn("orders", "dev");
    }
  }

  @Test
  void theStoreConsumerStartsWithTheFilesPollInterval() {
    var config =
        environments("store-consumer").stream()
            .map(
                found -> read(ConfigurableService.STORE_CONSUMER, found, StoreConsumerConfig.class))
            .toList();

    assertThat(config)
        .extracting(StoreConsumerConfig::pollInterval)
        .containsExactly(Duration.ofSeconds(2), Duration.ofMillis(500));
    // Otherwise no other service could send it a hint.
    assertThat(config)
        .allMatch(read -> read.server().host().equals("0.0.0.0"))
        .allSatisfy(
            read ->
                assertThatCode(() -> new AccessControl(read.server())).doesNotThrowAnyException());
  }

  @Test
  void theHscStarts() {
    for (var environment : environments("hsc")) {
      var server = read(ConfigurableService.HSC, environment, HscConfig.class).server();

      assertThat(server.host()).isEqualTo("0.0.0.0");
      assertThat(server.auth().mode()).isEqualTo(AuthMode.AWS);
      assertThat(server.auth().allowUnauthenticated()).isFalse();
      assertThatCode(() -> new AccessControl(server)).doesNotThrowAnyException();
    }
  }

  @Test
  @Tag("T8")
  void workersMayExecuteTheirOwnLambdasAndNoOthers() throws Exception {
    var role = "arn:aws:iam::111122223333:role/orders_%s_eu-central-1";
    var policy =
        read(ConfigurableService.HSC, environments("hsc").get(0), HscConfig.class)
            .server()
            .auth()
            .policy();

    assertThat(new ObjectMapper().readValue(policy, Object.class))
        .isEqualTo(
            Map.of(
                "principals",
                Map.of(
                    role.formatted("media"),
                    List.of("execute:resize-image,monthly-report"),
                    role.formatted("mail"),
                    List.of("execute:send-email"))));
    for (var workers : List.of("media", "mail")) {
      var template = Synthesis.production().template("orders-workers-" + workers);
      assertThat(roleOfTasks(template)).isEqualTo("orders_" + workers + "_eu-central-1");
    }
  }

  @Test
  void theHscKnowsTheQuotasOfTenants() {
    var jwks = "jwks: https://login.example.com/.well-known/jwks.json";
    var limited =
        Synthesis.ofProductionWith(
            jwks,
            jwks
                + "\n      policy: {tenants: {shop: {runningMax: 20, pendingMax: 500, filesBytesMax: 10000000000}}}");

    for (var component : List.of("hsc", "frontend")) {
      var server =
          component.equals("hsc")
              ? read(
                      ConfigurableService.HSC,
                      environments(List.of(limited), component).get(0),
                      HscConfig.class)
                  .server()
              : read(
                      ConfigurableService.FRONTEND,
                      environments(List.of(limited), component).get(0),
                      FrontendConfig.class)
                  .server();
      assertThat(new AccessControl(server).quotaOfTenant("shop--mail"))
          .contains(new TenantQuota(0, 0, 20, 500, 0, 0, 10_000_000_000L));
    }
  }

  private static String roleOfTasks(JsonNode template) {
    for (var task : template.path("Resources")) {
      if (task.path("Type").asText().equals("AWS::ECS::TaskDefinition")) {
        var role = task.at("/Properties/TaskRoleArn/Fn::GetAtt/0").asText();
        return Intrinsics.text(template.at("/Resources/" + role + "/Properties/RoleName"));
      }
    }
    throw new AssertionError("no task");
  }

  @Test
  void collectorsReadTheMetricsOfServicesThatAskForCredentials() {
    for (var environment : environments("hsc")) {
      assertThat(
              read(ConfigurableService.HSC, environment, HscConfig.class)
                  .server()
                  .auth()
                  .localMetrics())
          .isTrue();
    }
    var frontend = environments("frontend").get(0);
    assertThat(read(ConfigurableService.FRONTEND, frontend, FrontendConfig.class).server().auth())
        .matches(auth -> auth.mode() == AuthMode.JWT && auth.localMetrics());
  }

  @Test
  void theWorkersStart() {
    for (var environment : environments("worker")) {
      // The worker makes them from its executors.
      environment.put("ATF_LAMBDAS", "command");
      var read = ConfigurableService.WORKER.read(environment, Optional.empty());
      var controller = read.of(ControllerConfig.class);
      var executors = new HashMap<>(environment);
      executors.keySet().retainAll(WorkerEnvironment.forExecutorsOnly());

      assertThat(read.of(WorkerConfig.class).processes()).isNotEmpty();
      read.of(WorkerConfig.class)
          .requireFits(
              new ConfigLoader(executors, ConfigLoader.NOT_SETTINGS)
                  .load(ExecutorConfig.DEFAULTS, Optional.empty()),
              controller);
      assertThat(read.of(WorkerConfig.class).scaleIn().protectAfter())
          .isEqualTo(ExecutorConfig.DEFAULTS.drainTimeout());
      assertThat(controller.visibility()).isEqualTo(PlanProps.VISIBILITY_DEFAULT);
      assertThat(controller.hscUri())
          .isIn("https://hsc.tasks.example.com:8081", "http://imported:8081");
      var hsc = read(ConfigurableService.HSC, environments("hsc").get(0), HscConfig.class);
      assertThat(read.of(WorkerConfig.class).identity().sts())
          .isEqualTo(hsc.server().auth().issuer());
    }
    assertThat(identityOfWorkers()).isEqualTo(List.of("orders-hsc", "orders-hsc", "dev-hsc"));
    assertThat(
            environments("hsc").stream()
                .map(found -> read(ConfigurableService.HSC, found, HscConfig.class))
                .map(hsc -> hsc.server().auth().audience()))
        .containsExactly("orders-hsc", "dev-hsc");
  }

  @Test
  void hostsOfferWhatTheirLambdasNeedOrAreNotSynthesized() {
    var needy = "scheduleRate: 500\n    needs: [gpu]";

    assertThatThrownBy(() -> Synthesis.ofProductionWith("scheduleRate: 500", needy))
        .isInstanceOf(ConfigException.class)
        .hasMessage("workers media: offers: [] (expected: [gpu], which lambda resize-image needs)");
    var offering =
        Synthesis.ofProductionWith(
            Map.of("scheduleRate: 500", needy, "offers: []", "offers: [gpu, ssd]"));

    assertThat(
            environments(List.of(offering), "worker").stream()
                .flatMap(
                    environment -> Optional.ofNullable(environment.get("ATF_OFFERS")).stream()))
        .containsExactly("gpu,ssd");
  }

  @Test
  void directoriesThatContainersCannotWriteToAreRefused() {
    var frontend = "  frontend:\n    express:";
    var executor = "drainTimeout: 30s";

    assertThatThrownBy(
            () ->
                Synthesis.ofProductionWith(
                    frontend, "  frontend:\n    blobs: /var/lib/atf\n    express:"))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("settings.frontend.blobs: /var/lib/atf (expected: s3://");
    assertThatThrownBy(
            () ->
                Synthesis.ofProductionWith(
                    executor, executor + "\n    staging: {directory: /tmp/../var/atf}"))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("settings.executor.staging.directory: /tmp/../var/atf (expected");
    var scratch = executor + "\n    staging: {directory: /tmp/files}";
    assertThat(Synthesis.ofProductionWith(executor, scratch).resources("AWS::ECS::Service"))
        .hasSize(5);
  }

  private static List<String> identityOfWorkers() {
    return environments("worker").stream()
        .map(environment -> environment.get("ATF_IDENTITY_AUDIENCE"))
        .toList();
  }

  @Test
  void theQueuesHideMessagesAsLongAsControllersDo() {
    assertThat(PlanProps.VISIBILITY_DEFAULT).isEqualTo(ControllerConfig.DEFAULTS.visibility());
    var fixed = Synthesis.ofProductionWith("queues: REGISTRATION", "queues: TEMPLATE");
    assertThat(fixed.resources("AWS::SQS::Queue"))
        .filteredOn(queue -> queue.at("/Properties/RedrivePolicy").isObject())
        .hasSize(6)
        .allMatch(queue -> queue.at("/Properties/VisibilityTimeout").asInt() == 30);
  }

  @Test
  void anEnvironmentWithAnUnknownSettingIsFound() {
    var planted = environments("hsc").get(0);
    planted.put("ATF_STORE_REGOIN", "eu-central-1");

    assertThatThrownBy(() -> read(ConfigurableService.HSC, planted, HscConfig.class))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("ATF_STORE_REGION");
  }

  private static <T extends Record> T read(
      ConfigurableService service, Map<String, String> environment, Class<T> type) {
    return service.read(environment, Optional.empty()).of(type);
  }

  /** Returns the environments of all containers of that name, the production cluster's first. */
  private static List<Map<String, String>> environments(String container) {
    return environments(List.of(Synthesis.production(), Synthesis.small()), container);
  }

  private static List<Map<String, String>> environments(
      List<Synthesis> clusters, String container) {
    var found = new ArrayList<Map<String, String>>();
    for (var synthesis : clusters) {
      for (var task : synthesis.resources("AWS::ECS::TaskDefinition")) {
        for (var one : task.at("/Properties/ContainerDefinitions")) {
          if (one.path("Name").asText().equals(container)) {
            found.add(environment(one));
          }
        }
      }
    }
    assertThat(found).as("containers called %s", container).isNotEmpty();
    return found;
  }

  private static Map<String, String> environment(JsonNode container) {
    var environment = new HashMap<String, String>();
    for (var variable : container.path("Environment")) {
      environment.put(variable.path("Name").asText(), Intrinsics.text(variable.path("Value")));
    }
    return environment;
  }
}
