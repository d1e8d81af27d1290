package dev.atf.infra.constructs.observability;

import java.util.List;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.AlarmStatusWidget;
import software.amazon.awscdk.services.cloudwatch.Dashboard;
import software.amazon.awscdk.services.cloudwatch.GraphWidget;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sns.Topic;
import software.constructs.Construct;

/** Monitoring of a cluster: a dashboard, the alarms of {@link AlarmKind}, and a topic. */
public final class Observability extends Construct {
  private static final int WIDTH = 12;

  private final ObservabilityProps props;
  private final List<Alarm> alarms;
  private final ITopic topic;

  /**
   * Creates the monitoring.
   *
   * @param healthyApiTargets number of frontends that the load balancer of the public API uses
   * @param healthyHscTargets number of HSCs that the load balancer of the HSC uses
   */
  public Observability(
      Construct scope,
      String id,
      IMetric healthyApiTargets,
      IMetric healthyHscTargets,
      ObservabilityProps props) {
    super(scope, id);
    this.props = props;
    this.alarms = new ClusterAlarms(this, props).make(healthyApiTargets, healthyHscTargets);
    this.topic = topic();
    var action = new SnsAction(topic);
    alarms.forEach(
        alarm -> {
          alarm.addAlarmAction(action);
          alarm.addOkAction(action);
        });
    Dashboard.Builder.create(this, "Dashboard")
        .dashboardName("atf-" + props.cluster())
        .widgets(widgets())
        .build();
  }

  /** Returns the ARN of the topic that the alarms notify. */
  public String topicArn() {
    return topic.getTopicArn();
  }

  private ITopic topic() {
    if (!props.topicArn().isEmpty()) {
      return Topic.fromTopicArn(this, "Topic", props.topicArn());
    }
    var topic =
        Topic.Builder.create(this, "Topic")
            .displayName("Alarms of the ATF cluster " + props.cluster())
            .enforceSsl(true)
            .build();
    topic.grantPublish(new ServicePrincipal("cloudwatch.amazonaws.com"));
    return topic;
  }

  private List<List<IWidget>> widgets() {
    return List.of(
        List.of(
            AlarmStatusWidget.Builder.create()
                .title("Alarms")
                .alarms(List.copyOf(alarms))
                .width(2 * WIDTH)
                .build()),
        List.of(
            graph(
                "Oldest due task, seconds",
                List.of(EmittedMetric.DUE_AGE.ofEachLambda(props.cluster(), "Maximum"))),
            graph("Released", List.of(metric(EmittedMetric.RELEASED, "Sum")))),
        List.of(
            graph(
                "Ended without success",
                List.of(
                    metric(EmittedMetric.DEAD_LETTERS, "Sum"),
                    metric(EmittedMetric.ALARMS_APPLIED, "Sum", "expire"),
                    metric(EmittedMetric.ALARMS_APPLIED, "Sum", "expire_fatally"),
                    metric(EmittedMetric.ALARMS_APPLIED, "Sum", "give_up"))),
            graph(
                "Schedule",
                List.of(
                    metric(EmittedMetric.RPC_REQUESTS, "Sum", "Schedule", "0"),
                    metric(EmittedMetric.RPC_REQUESTS, "Sum", "ScheduleBatch", "0"),
                    metric(EmittedMetric.QUOTA_REFUSED, "Sum"),
                    metric(EmittedMetric.INTERNAL_ERRORS, "Sum")))));
  }

  private IMetric metric(EmittedMetric metric, String statistic, String... values) {
    return metric.in(props.cluster(), statistic, values);
  }

  private static IWidget graph(String title, List<IMetric> metrics) {
    return GraphWidget.Builder.create().title(title).left(metrics).width(WIDTH).build();
  }
}
