package dev.atf.infra.constructs;

import dev.atf.infra.constructs.observability.LogGroups;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.services.ec2.FlowLogDestination;
import software.amazon.awscdk.services.ec2.FlowLogOptions;
import software.amazon.awscdk.services.ec2.GatewayVpcEndpoint;
import software.amazon.awscdk.services.ec2.GatewayVpcEndpointAwsService;
import software.amazon.awscdk.services.ec2.GatewayVpcEndpointOptions;
import software.amazon.awscdk.services.ec2.IVpc;
import software.amazon.awscdk.services.ec2.InterfaceVpcEndpoint;
import software.amazon.awscdk.services.ec2.InterfaceVpcEndpointAwsService;
import software.amazon.awscdk.services.ec2.InterfaceVpcEndpointOptions;
import software.amazon.awscdk.services.ec2.IpAddresses;
import software.amazon.awscdk.services.ec2.Peer;
import software.amazon.awscdk.services.ec2.Port;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.SubnetConfiguration;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.ec2.VpcAttributes;
import software.amazon.awscdk.services.iam.AnyPrincipal;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.logs.ILogGroup;
import software.constructs.Construct;

/**
 * VPC of a cluster. A new VPC reaches DynamoDB and SQS without a NAT gateway. With all endpoints,
 * it also reaches the services that tasks need to start and to log. A new VPC records flow logs.
 */
final class ClusterNetwork extends Construct {
  private final IVpc vpc;

  ClusterNetwork(Construct scope, String id, TaskFrameworkProps props) {
    super(scope, id);
    this.vpc =
        props.network() instanceof NetworkProps.ExistingVpc existing
            ? existing(existing)
            : made(
                (NetworkProps.NewVpc) props.network(),
                LogGroups.in(
                    this,
                    "FlowLog",
                    "/atf/" + props.cluster() + "/network",
                    props.defaults().logRetentionDays()));
  }

  IVpc vpc() {
    return vpc;
  }

  private IVpc existing(NetworkProps.ExistingVpc props) {
    return Vpc.fromVpcAttributes(
        this,
        "Vpc",
        VpcAttributes.builder()
            .vpcId(props.vpcId())
            .vpcCidrBlock(props.cidr())
            .availabilityZones(props.zones())
            .privateSubnetIds(props.privateSubnets())
            .publicSubnetIds(props.publicSubnets())
            .build());
  }

  private IVpc made(NetworkProps.NewVpc props, ILogGroup flows) {
    var builder =
        Vpc.Builder.create(this, "Vpc")
            .ipAddresses(IpAddresses.cidr(props.cidr()))
            .availabilityZones(props.zones().isEmpty() ? firstThree() : props.zones())
            // The default group of a VPC lets its members connect to each other; it has none.
            .restrictDefaultSecurityGroup(false)
            .subnetConfiguration(
                List.of(
                    SubnetConfiguration.builder()
                        .name("public")
                        .subnetType(SubnetType.PUBLIC)
                        .mapPublicIpOnLaunch(false)
                        .build(),
                    SubnetConfiguration.builder()
                        .name("private")
                        .subnetType(SubnetType.PRIVATE_WITH_EGRESS)
                        .build()))
            .gatewayEndpoints(
                Map.of(
                    "DynamoDb",
                    GatewayVpcEndpointOptions.builder()
                        .service(GatewayVpcEndpointAwsService.DYNAMODB)
                        .build(),
                    // Image layers come from there.
                    "S3",
                    GatewayVpcEndpointOptions.builder()
                        .service(GatewayVpcEndpointAwsService.S3)
                        .build()))
            .flowLogs(
                Map.of(
                    "Flows",
                    FlowLogOptions.builder()
                        .destination(FlowLogDestination.toCloudWatchLogs(flows))
                        .build()));
    if (props.natGateways() > 0) {
      builder.natGateways(props.natGateways());
    }
    var made = builder.build();
    addInterfaces(made, props);
    ((GatewayVpcEndpoint) made.getNode().findChild("DynamoDb")).addToPolicy(ownIdentities());
    return made;
  }

  /** Returns zones that are resolved when the stack is deployed. The CDK would take at most two. */
  private static List<String> firstThree() {
    return IntStream.range(0, 3).mapToObj(i -> Fn.select(i, Fn.getAzs())).toList();
  }

  private void addInterfaces(Vpc made, NetworkProps.NewVpc props) {
    interfaceTo(made, "Sqs", InterfaceVpcEndpointAwsService.SQS, props.cidr())
        .addToPolicy(ownIdentities());
    if (props.fullEndpoints()) {
      interfaceTo(made, "EcrApi", InterfaceVpcEndpointAwsService.ECR, props.cidr())
          .addToPolicy(ownIdentities());
      interfaceTo(made, "EcrDocker", InterfaceVpcEndpointAwsService.ECR_DOCKER, props.cidr())
          .addToPolicy(ownIdentities());
      interfaceTo(made, "Logs", InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS, props.cidr())
          .addToPolicy(ownIdentities());
      // Open: frontends verify callers of the public API with it, also of other accounts.
      interfaceTo(made, "Sts", InterfaceVpcEndpointAwsService.STS, props.cidr());
    }
  }

  private InterfaceVpcEndpoint interfaceTo(
      Vpc made, String name, InterfaceVpcEndpointAwsService service, String cidr) {
    var callers =
        SecurityGroup.Builder.create(this, name + "Callers")
            .vpc(made)
            .description(name.toUpperCase(Locale.ROOT) + ", for the inside of the VPC")
            .allowAllOutbound(false)
            .build();
    callers.addIngressRule(Peer.ipv4(cidr), Port.tcp(443), "TLS from the VPC");
    return made.addInterfaceEndpoint(
        name,
        InterfaceVpcEndpointOptions.builder()
            .service(service)
            .open(false)
            .securityGroups(List.of(callers))
            .build());
  }

  /**
   * Allows only identities of this account, so that nobody can copy data from inside to another
   * account. Allows any resource, because handlers have their own tables and queues. S3 is not
   * restricted, because image layers are fetched with the registry's own identity.
   */
  private static PolicyStatement ownIdentities() {
    return PolicyStatement.Builder.create()
        .principals(List.of(new AnyPrincipal()))
        .actions(List.of("*"))
        .resources(List.of("*"))
        .conditions(Map.of("StringEquals", Map.of("aws:PrincipalAccount", Aws.ACCOUNT_ID)))
        .build();
  }
}
