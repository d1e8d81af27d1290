package dev.atf.infra.constructs.service;

import dev.atf.infra.constructs.observability.AlarmKind;
import dev.atf.infra.constructs.observability.DeploymentAlarm;
import java.util.List;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.applicationautoscaling.EnableScalingProps;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.ec2.Port;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ecs.AvailabilityZoneRebalancing;
import software.amazon.awscdk.services.ecs.CloudMapOptions;
import software.amazon.awscdk.services.ecs.Cluster;
import software.amazon.awscdk.services.ecs.CpuUtilizationScalingProps;
import software.amazon.awscdk.services.ecs.DeploymentCircuitBreaker;
import software.amazon.awscdk.services.ecs.FargateService;
import software.amazon.awscdk.services.ecs.PropagatedTagSource;
import software.amazon.awscdk.services.ecs.ScalableTaskCount;
import software.amazon.awscdk.services.ecs.TrackCustomMetricProps;
import software.amazon.awscdk.services.iam.IRole;
import software.amazon.awscdk.services.servicediscovery.DnsRecordType;
import software.constructs.Construct;

/**
 * Frontend, store consumer or HSC on Fargate: any number of equal tasks, with a name in the
 * cluster's namespace. The template has no desired count, so that a deployment keeps the number of
 * tasks that scaling has set. A deployment is rolled back if the new tasks do not become healthy,
 * or if {@link DeploymentAlarm} fires.
 */
public final class FrameworkService extends Construct {
  private static final int CPU_PERCENT = 60;
  private static final int NAME_SECONDS = 10;
  private static final Duration SCALE_IN_COOLDOWN = Duration.minutes(5);
  private static final Duration SCALE_OUT_COOLDOWN = Duration.minutes(1);

  private final FargateService service;
  private final ScalableTaskCount tasks;
  private final SecurityGroup group;
  private final IRole role;

  public FrameworkService(
      Construct scope,
      String id,
      Cluster cluster,
      String clusterName,
      ContainerSpec container,
      ServiceProps props) {
    super(scope, id);
    var task = new ComponentTask(this, clusterName, container, props.size(), true);
    this.role = task.definition().getTaskRole();
    this.group =
        SecurityGroup.Builder.create(this, "Group")
            .vpc(cluster.getVpc())
            .description(container.component() + " of " + clusterName)
            .build();
    this.service =
        FargateService.Builder.create(this, "Service")
            .cluster(cluster)
            .taskDefinition(task.definition())
            .securityGroups(List.of(group))
            .vpcSubnets(
                SubnetSelection.builder().subnetType(SubnetType.PRIVATE_WITH_EGRESS).build())
            .propagateTags(PropagatedTagSource.SERVICE)
            .enableEcsManagedTags(true)
            .minHealthyPercent(100)
            .maxHealthyPercent(200)
            // After the loss of a zone its tasks run elsewhere; once it is back, they are spread.
            .availabilityZoneRebalancing(AvailabilityZoneRebalancing.ENABLED)
            .circuitBreaker(DeploymentCircuitBreaker.builder().enable(true).rollback(true).build())
            .deploymentAlarms(
                DeploymentAlarm.in(
                    this, clusterName, container.component(), alsoWatched(clusterName, container)))
            .cloudMapOptions(
                CloudMapOptions.builder()
                    .name(container.component())
                    .dnsRecordType(DnsRecordType.A)
                    .dnsTtl(Duration.seconds(NAME_SECONDS))
                    .build())
            .build();
    this.tasks =
        service.autoScaleTaskCount(
            EnableScalingProps.builder()
                .minCapacity(props.tasksMin())
                .maxCapacity(props.tasksMax())
                .build());
    tasks.scaleOnCpuUtilization(
        "Cpu",
        CpuUtilizationScalingProps.builder()
            .targetUtilizationPercent(CPU_PERCENT)
            .scaleInCooldown(SCALE_IN_COOLDOWN)
            .scaleOutCooldown(SCALE_OUT_COOLDOWN)
            .build());
  }

  /**
   * Returns further alarms of a deployment. Only the frontend has one, because only it serves
   * Schedule.
   */
  private static List<String> alsoWatched(String cluster, ContainerSpec container) {
    return container.component().equals("frontend")
        ? List.of(AlarmKind.SCHEDULE_FAILING.alarmName(cluster, ""))
        : List.of();
  }

  /**
   * Adds a metric to the scaling: tasks are also added while it is above its target. Tasks are
   * removed while both the metric and processor time are below their targets.
   */
  public void scaleAlsoOn(String id, IMetric metric, Number target) {
    tasks.scaleToTrackCustomMetric(
        id,
        TrackCustomMetricProps.builder()
            .metric(metric)
            .targetValue(target)
            .scaleInCooldown(SCALE_IN_COOLDOWN)
            .scaleOutCooldown(SCALE_OUT_COOLDOWN)
            .build());
  }

  /** Allows the tasks of another service to connect to the tasks of this one. */
  public void admit(FrameworkService caller, int port, String why) {
    group.addIngressRule(caller.group, Port.tcp(port), why);
  }

  FargateService service() {
    return service;
  }

  SecurityGroup group() {
    return group;
  }

  /** Returns the role of the component itself, and not that of ECS. */
  public IRole role() {
    return role;
  }
}
