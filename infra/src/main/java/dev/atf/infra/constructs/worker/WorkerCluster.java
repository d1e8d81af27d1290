package dev.atf.infra.constructs.worker;

import dev.atf.infra.access.AccessPolicies;
import dev.atf.infra.access.ComponentAccess;
import dev.atf.infra.constructs.observability.DeploymentAlarm;
import dev.atf.infra.constructs.service.ComponentSettings;
import dev.atf.infra.constructs.service.ComponentTask;
import dev.atf.infra.constructs.service.ContainerSpec;
import dev.atf.infra.constructs.service.HscAccess;
import dev.atf.infra.constructs.service.NagReason;
import dev.atf.infra.constructs.service.WorkerRole;
import dev.atf.model.LambdaName;
import dev.atf.queue.sqs.SqsQueueNames;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.applicationautoscaling.AdjustmentType;
import software.amazon.awscdk.services.applicationautoscaling.BasicStepScalingPolicyProps;
import software.amazon.awscdk.services.applicationautoscaling.EnableScalingProps;
import software.amazon.awscdk.services.applicationautoscaling.ScalingInterval;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ecs.BaseService;
import software.amazon.awscdk.services.ecs.BuiltInAttributes;
import software.amazon.awscdk.services.ecs.CapacityProviderStrategy;
import software.amazon.awscdk.services.ecs.Cluster;
import software.amazon.awscdk.services.ecs.ContainerInsights;
import software.amazon.awscdk.services.ecs.DeploymentCircuitBreaker;
import software.amazon.awscdk.services.ecs.Ec2Service;
import software.amazon.awscdk.services.ecs.FargateService;
import software.amazon.awscdk.services.ecs.PlacementStrategy;
import software.amazon.awscdk.services.ecs.PropagatedTagSource;
import software.amazon.awscdk.services.ecs.ScalableTaskCount;
import software.amazon.awscdk.services.iam.IRole;
import software.amazon.awscdk.services.iam.ManagedPolicy;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.constructs.Construct;

/**
 * Workers of one owner. Each host has a controller, a supervisor, and executors of the owner's
 * lambdas. The number of hosts follows {@link WorkerLoad}, down to none. A deployment whose
 * executors crash is rolled back ({@link DeploymentAlarm}).
 *
 * <p>A host that is stopped first drains, for at most two minutes. Attempts that still run are
 * retried after their lease. A host with an attempt that is older than {@link
 * ComponentSettings#PROTECT_AFTER} asks ECS not to stop it for scaling or a deployment until that
 * attempt has ended. On {@link WorkerCapacity.Fargate#spot} it may still be stopped.
 */
public final class WorkerCluster extends Construct {
  /**
   * Number of minutes after which scaling reacts. A load that changes every minute must not start
   * and stop hosts.
   */
  private static final int QUIET_MINUTES = 10;

  private static final double LITTLE = 0.25;

  /**
   * Time after which a new host affects the load. The host must start, and metrics arrive minutes
   * late.
   */
  private static final Duration SEEN_AFTER = Duration.minutes(3);

  private static final long MIB = 1L << 20;

  private final IRole role;
  private final IMetric load;

  public WorkerCluster(
      Construct scope, String id, IVpc vpc, HscAccess hsc, WorkerClusterProps props) {
    super(scope, id);
    // No name of a cluster has an underscore: with a hyphen it could be that of another one.
    var name = props.cluster() + "_" + props.name();
    // A cluster of their own: their machines change without the framework's stack.
    var cluster =
        Cluster.Builder.create(this, "Cluster")
            .vpc(vpc)
            .clusterName(name)
            .containerInsightsV2(ContainerInsights.ENABLED)
            .enableFargateCapacityProviders(true)
            .build();
    boolean onFargate = props.capacity() instanceof WorkerCapacity.Fargate;
    var settings = new ComponentSettings(props.cluster());
    var variables = new TreeMap<>(settings.worker(hsc.uri()));
    variables.put("ATF_EXECUTORS", executors(props));
    // The files of tasks are in memory; half of the room is for those that run.
    variables.put("ATF_STAGING_CACHE_BYTES_MAX", Long.toString(props.size().tmpMib() * MIB / 2));
    variables.putAll(props.settings());
    this.role = WorkerRole.in(this, props.cluster(), props.name());
    var task =
        new ComponentTask(
            this,
            props.cluster(),
            new ContainerSpec(
                "worker",
                props.image(),
                props.command(),
                variables,
                ComponentSettings.WORKER_PORT,
                "workers-" + props.name(),
                Map.of(props.name(), List.of()),
                props.defaults()),
            props.size(),
            onFargate,
            role);
    AccessPolicies.grant(
        this,
        role,
        ComponentAccess.CONTROLLER,
        settings.tablePrefix(),
        queuePatterns(props.processes().keySet(), settings.queueNames()));
    getNode().getChildren().stream()
        .filter(child -> child.getNode().getId().startsWith(AccessPolicies.QUEUES))
        .forEach(NagReason.QUEUES_OF_THE_CLUSTER::on);
    AccessPolicies.grantCopies(this, role, settings.queueNames().unusable());
    protectOwnTasks(name);
    var service = service(cluster, hsc, props, task, name);
    this.load = WorkerLoad.of(props);
    scale(service, props.scaling());
  }

  /**
   * Returns the role of the hosts. Owners grant it the rights of their handlers; handlers share the
   * controller's rights.
   */
  public IRole role() {
    return role;
  }

  /** Returns the load; see {@link WorkerLoad}. */
  public IMetric load() {
    return load;
  }

  /**
   * Returns the patterns of the queues from which hosts receive: the queues of their lambdas, or of
   * the whole cluster if a role cannot contain so many. A message is only a reference, and only the
   * lambda's own workers can claim it at the HSC.
   */
  private static List<String> queuePatterns(Set<String> lambdas, SqsQueueNames names) {
    var patterns =
        lambdas.stream()
            .flatMap(lambda -> names.patternsOf(new LambdaName(lambda)).stream())
            .toList();
    return patterns.size() <= AccessPolicies.QUEUES_OF_ROLE_MAX ? patterns : List.of(names.ofAll());
  }

  /**
   * Allows tasks to protect themselves. A policy cannot name a single task, so it names all tasks
   * of this ECS cluster, which runs no others.
   */
  private void protectOwnTasks(String cluster) {
    var policy =
        ManagedPolicy.Builder.create(this, "Protection")
            .roles(List.of(role))
            .statements(
                List.of(
                    PolicyStatement.Builder.create()
                        .actions(List.of("ecs:UpdateTaskProtection"))
                        .resources(
                            List.of(
                                Stack.of(this)
                                    .formatArn(
                                        ArnComponents.builder()
                                            .service("ecs")
                                            .resource("task")
                                            .resourceName(cluster + "/*")
                                            .build())))
                        .build()))
            .build();
    NagReason.TASKS_OF_THE_CLUSTER.on(policy);
  }

  /** Returns the value of the worker's setting {@code executors}. */
  private static String executors(WorkerClusterProps props) {
    return props.processes().entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }

  private BaseService service(
      Cluster cluster, HscAccess hsc, WorkerClusterProps props, ComponentTask task, String name) {
    var group =
        SecurityGroup.Builder.create(this, "Group")
            .vpc(cluster.getVpc())
            .description("Workers " + props.name() + " of " + props.cluster())
            .build();
    var subnets = SubnetSelection.builder().subnetType(SubnetType.PRIVATE_WITH_EGRESS).build();
    var safely = DeploymentCircuitBreaker.builder().enable(true).rollback(true).build();
    var alarm = DeploymentAlarm.ofWorkers(this, props.cluster(), props.name());
    if (props.capacity() instanceof WorkerCapacity.Ec2 machines) {
      return Ec2Service.Builder.create(this, "Service")
          .cluster(cluster)
          .serviceName(name)
          .taskDefinition(task.definition())
          .securityGroups(List.of(group, hsc.callers()))
          .vpcSubnets(subnets)
          .propagateTags(PropagatedTagSource.SERVICE)
          .enableEcsManagedTags(true)
          .minHealthyPercent(100)
          .circuitBreaker(safely)
          .deploymentAlarms(alarm)
          .placementStrategies(
              List.of(PlacementStrategy.spreadAcross(BuiltInAttributes.AVAILABILITY_ZONE)))
          .capacityProviderStrategies(
              List.of(
                  strategy(
                      WorkerHosts.in(this, cluster, props.name(), machines)
                          .getCapacityProviderName())))
          .build();
    }
    var fargate = (WorkerCapacity.Fargate) props.capacity();
    return FargateService.Builder.create(this, "Service")
        .cluster(cluster)
        .serviceName(name)
        .taskDefinition(task.definition())
        .securityGroups(List.of(group, hsc.callers()))
        .vpcSubnets(subnets)
        .propagateTags(PropagatedTagSource.SERVICE)
        .enableEcsManagedTags(true)
        .minHealthyPercent(100)
        .circuitBreaker(safely)
        .deploymentAlarms(alarm)
        .capacityProviderStrategies(List.of(strategy(fargate.spot() ? "FARGATE_SPOT" : "FARGATE")))
        .build();
  }

  private static CapacityProviderStrategy strategy(String provider) {
    return CapacityProviderStrategy.builder().capacityProvider(provider).weight(1).build();
  }

  private void scale(BaseService service, WorkerScaling bounds) {
    ScalableTaskCount hosts =
        service.autoScaleTaskCount(
            EnableScalingProps.builder()
                .minCapacity(bounds.hostsMin())
                .maxCapacity(bounds.hostsMax())
                .build());
    hosts.scaleOnMetric(
        "Busy",
        BasicStepScalingPolicyProps.builder()
            .metric(load)
            .scalingSteps(List.of(above(1, 1), above(3, 4), above(10, 10)))
            .adjustmentType(AdjustmentType.CHANGE_IN_CAPACITY)
            .cooldown(SEEN_AFTER)
            // One value that is wrong or missing neither adds a host nor prevents it.
            .datapointsToAlarm(2)
            .evaluationPeriods(3)
            .build());
    hosts.scaleOnMetric(
        "Quiet",
        BasicStepScalingPolicyProps.builder()
            .metric(load)
            .scalingSteps(List.of(below(LITTLE / 10, -2), below(LITTLE, -1)))
            .adjustmentType(AdjustmentType.CHANGE_IN_CAPACITY)
            .cooldown(Duration.minutes(2))
            .evaluationPeriods(QUIET_MINUTES)
            .build());
  }

  private static ScalingInterval above(double load, int change) {
    return ScalingInterval.builder().lower(load).change(change).build();
  }

  private static ScalingInterval below(double load, int change) {
    return ScalingInterval.builder().upper(load).change(change).build();
  }
}
