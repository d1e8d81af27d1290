package dev.atf.infra.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.infra.NeedsNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests of the alarms that roll back a deployment. */
@NeedsNode
final class DeploymentAlarmTest {
  private final JsonNode resources =
      Synthesis.production().template("orders-stateless").path("Resources");

  @Test
  void servicesAreTakenBackByTheAlarmsOfTheirComponent() {
    var alarms = new TreeMap<String, List<String>>();
    for (var service : resources) {
      if (service.path("Type").asText().equals("AWS::ECS::Service")) {
        var watched = service.at("/Properties/DeploymentConfiguration/Alarms");
        assertThat(watched.path("Enable").asBoolean()).isTrue();
        assertThat(watched.path("Rollback").asBoolean()).isTrue();
        var names = names(watched.path("AlarmNames"));
        alarms.put(names.get(0), names);
      }
    }

    assertThat(alarms)
        .isEqualTo(
            Map.of(
                "orders-deployment-frontend",
                List.of("orders-deployment-frontend", "orders-schedule-failing"),
                "orders-deployment-store-consumer",
                List.of("orders-deployment-store-consumer"),
                "orders-deployment-hsc",
                List.of("orders-deployment-hsc")));
  }

  @Test
  void workersAreTakenBackIfTheirExecutorsCrash() {
    for (var workers : List.of("media", "mail")) {
      var template = Synthesis.production().template("orders-workers-" + workers);
      var alarm =
          template.at(
              "/Resources/"
                  + TemplateChecks.ofType(template, "AWS::ECS::Service")
                      .map(service -> service.getValue().at("/Properties/DeploymentConfiguration"))
                      .map(deployment -> deployment.at("/Alarms/AlarmNames/0/Ref").asText())
                      .findFirst()
                      .orElseThrow()
                  + "/Properties");

      assertThat(alarm.path("AlarmName").asText())
          .isEqualTo("orders-deployment-workers-" + workers);
      assertThat(alarm.path("MetricName").asText())
          .isEqualTo("atf_supervisor_executors_crashlooping");
      assertThat(alarm.path("Dimensions").toString()).contains("workers_" + workers);
      // Otherwise a deployment could be complete before the metric arrives.
      assertThat(alarm.path("EvaluationPeriods").asInt() - alarm.path("DatapointsToAlarm").asInt())
          .isEqualTo(3);
    }
  }

  @Test
  void everyAlarmThatTakesADeploymentBackIsInTheTemplate() {
    var made = new TreeSet<String>();
    for (var alarm : resources) {
      if (alarm.path("Type").asText().equals("AWS::CloudWatch::Alarm")) {
        made.add(alarm.at("/Properties/AlarmName").asText());
      }
    }

    assertThat(made)
        .contains(
            "orders-deployment-frontend",
            "orders-deployment-store-consumer",
            "orders-deployment-hsc",
            "orders-schedule-failing");
  }

  @Test
  void oneFailedOrAbandonedScheduleTakesNoDeploymentBack() {
    for (var alarm : resources) {
      if (alarm.at("/Properties/AlarmName").asText().equals("orders-schedule-failing")) {
        var metrics = alarm.at("/Properties/Metrics");
        var statuses = metrics.findValuesAsText("Value");
        var failed = "FILL(m0, 0) + FILL(m1, 0) + FILL(m2, 0) + FILL(m3, 0)";
        assertThat(metrics.get(0).path("Expression").asText())
            .startsWith("IF((" + failed)
            .contains(") >= 5, ")
            .endsWith(" + FILL(m8, 0) + FILL(m9, 0)), 0)");
        assertThat(alarm.at("/Properties/Threshold").asDouble()).isEqualTo(0.01);
        assertThat(statuses).contains("0", "2", "4", "13", "14").doesNotContain("1");
        return;
      }
    }
    throw new AssertionError("no such alarm");
  }

  @Test
  void aClusterOfWhichNothingIsHeardYetIsNotTakenBack() {
    for (var alarm : resources) {
      if (alarm.at("/Properties/AlarmName").asText().startsWith("orders-deployment-")) {
        assertThat(alarm.at("/Properties/TreatMissingData").asText()).isEqualTo("notBreaching");
        assertThat(alarm.at("/Properties/MetricName").asText()).isEqualTo("atf_loop_alive");
      }
    }
  }

  /**
   * Returns the names of the alarms: one of the service's own construct is a reference, one of
   * another is a name.
   */
  private List<String> names(JsonNode alarms) {
    var names = new ArrayList<String>();
    for (var alarm : alarms) {
      names.add(
          alarm.has("Ref")
              ? resources.path(alarm.get("Ref").asText()).at("/Properties/AlarmName").asText()
              : alarm.asText());
    }
    return names;
  }
}
