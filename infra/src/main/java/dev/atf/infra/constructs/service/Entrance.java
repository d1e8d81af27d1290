package dev.atf.infra.constructs.service;

import java.util.List;
import java.util.Objects;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.ec2.IPeer;
import software.amazon.awscdk.services.ec2.Port;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.elasticloadbalancingv2.AddNetworkTargetsProps;
import software.amazon.awscdk.services.elasticloadbalancingv2.BaseNetworkListenerProps;
import software.amazon.awscdk.services.elasticloadbalancingv2.HealthCheck;
import software.amazon.awscdk.services.elasticloadbalancingv2.NetworkLoadBalancer;
import software.amazon.awscdk.services.elasticloadbalancingv2.NetworkTargetGroup;
import software.amazon.awscdk.services.elasticloadbalancingv2.Protocol;
import software.amazon.awscdk.services.route53.ARecord;
import software.amazon.awscdk.services.route53.PrivateHostedZone;
import software.amazon.awscdk.services.route53.RecordTarget;
import software.amazon.awscdk.services.route53.targets.LoadBalancerTarget;
import software.constructs.Construct;

/**
 * Network load balancer in front of one service. gRPC and JSON share the service's port, to which
 * it forwards connections. A draining task gets no new connections and keeps its existing ones.
 */
public final class Entrance extends Construct {
  private static final String HEALTH_PATH = "/health";

  private final NetworkLoadBalancer balancer;
  private final NetworkTargetGroup targets;
  private final SecurityGroup group;

  /**
   * Creates a load balancer.
   *
   * @param listener listening port, with TLS if TLS ends here
   * @param port port of the service, which also serves its health
   */
  public Entrance(
      Construct scope,
      String id,
      FrameworkService service,
      BaseNetworkListenerProps listener,
      int port,
      boolean internetFacing) {
    super(scope, id);
    var vpc = service.service().getCluster().getVpc();
    this.group =
        SecurityGroup.Builder.create(this, "Group")
            .vpc(vpc)
            .description("Entrance " + id)
            .allowAllOutbound(false)
            .build();
    this.balancer =
        NetworkLoadBalancer.Builder.create(this, "Balancer")
            .vpc(vpc)
            .internetFacing(internetFacing)
            .vpcSubnets(
                SubnetSelection.builder()
                    .subnetType(internetFacing ? SubnetType.PUBLIC : SubnetType.PRIVATE_WITH_EGRESS)
                    .build())
            .crossZoneEnabled(true)
            // It can be replaced at any time, and a restore has to.
            .deletionProtection(false)
            .securityGroups(List.of(group))
            .build();
    this.targets =
        balancer
            .addListener("Listener", listener)
            .addTargets(
                "Tasks",
                AddNetworkTargetsProps.builder()
                    .port(port)
                    .protocol(Protocol.TCP)
                    .preserveClientIp(false)
                    .targets(List.of(service.service()))
                    // The longest time that a service may take for its calls in flight.
                    .deregistrationDelay(Duration.seconds(30))
                    .healthCheck(
                        HealthCheck.builder()
                            .protocol(Protocol.HTTP)
                            .path(HEALTH_PATH)
                            .interval(Duration.seconds(10))
                            .healthyThresholdCount(2)
                            .unhealthyThresholdCount(2)
                            .build())
                    .build());
    NagReason.STREAMS_ARE_NOT_LOGGED.on(balancer);
    service.group().addIngressRule(group, Port.tcp(port), "from its entrance");
    group.addEgressRule(service.group(), Port.tcp(port), "to its tasks");
  }

  /** Allows addresses, or members of a security group, to connect. */
  public void admit(IPeer callers, int port, String who) {
    group.addIngressRule(callers, Port.tcp(port), who);
  }

  public String address() {
    return balancer.getLoadBalancerDnsName();
  }

  /** Adds a domain name that is only resolved in the VPC. */
  public void nameInVpc(String domainName) {
    var zone =
        PrivateHostedZone.Builder.create(this, "Zone")
            .zoneName(domainName)
            .vpc(Objects.requireNonNull(balancer.getVpc()))
            .build();
    ARecord.Builder.create(this, "Name")
        .zone(zone)
        .target(RecordTarget.fromAlias(new LoadBalancerTarget(balancer)))
        .build();
  }

  /** Returns the metric of the number of healthy tasks in the zone with the most healthy tasks. */
  public IMetric healthyTargets() {
    return targets
        .getMetrics()
        .healthyHostCount(
            // The metric is of each zone: the least is 0 where one zone has no task.
            MetricOptions.builder().statistic("Maximum").period(Duration.minutes(1)).build());
  }
}
