package dev.atf.infra.constructs.worker;

import dev.atf.infra.constructs.service.NagReason;
import java.util.List;
import software.amazon.awscdk.services.autoscaling.AutoScalingGroup;
import software.amazon.awscdk.services.autoscaling.GroupMetrics;
import software.amazon.awscdk.services.ec2.BlockDevice;
import software.amazon.awscdk.services.ec2.BlockDeviceVolume;
import software.amazon.awscdk.services.ec2.EbsDeviceOptions;
import software.amazon.awscdk.services.ec2.InstanceArchitecture;
import software.amazon.awscdk.services.ec2.InstanceType;
import software.amazon.awscdk.services.ec2.LaunchTemplate;
import software.amazon.awscdk.services.ec2.LaunchTemplateHttpTokens;
import software.amazon.awscdk.services.ec2.SecurityGroup;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ec2.UserData;
import software.amazon.awscdk.services.ecs.AmiHardwareType;
import software.amazon.awscdk.services.ecs.AsgCapacityProvider;
import software.amazon.awscdk.services.ecs.Cluster;
import software.amazon.awscdk.services.ecs.EcsOptimizedImage;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.constructs.Construct;

/**
 * Machines for worker hosts, scaled by ECS, down to none. A machine with a running task is not
 * stopped until its tasks have drained.
 */
final class WorkerHosts {
  private static final int DISK_GIB = 30;

  private WorkerHosts() {}

  static AsgCapacityProvider in(
      Construct scope, Cluster cluster, String name, WorkerCapacity.Ec2 capacity) {
    var type = new InstanceType(capacity.instanceType());
    var role =
        Role.Builder.create(scope, "HostRole")
            .assumedBy(new ServicePrincipal("ec2.amazonaws.com"))
            .build();
    var template =
        LaunchTemplate.Builder.create(scope, "Template")
            .instanceType(type)
            .machineImage(
                EcsOptimizedImage.amazonLinux2023(
                    type.getArchitecture() == InstanceArchitecture.ARM_64
                        ? AmiHardwareType.ARM
                        : AmiHardwareType.STANDARD))
            .httpTokens(LaunchTemplateHttpTokens.REQUIRED)
            // Containers reach their own credentials, not the machine's.
            .httpPutResponseHopLimit(1)
            .userData(UserData.forLinux())
            .securityGroup(
                SecurityGroup.Builder.create(scope, "HostGroup")
                    .vpc(cluster.getVpc())
                    .description("Hosts of workers " + name)
                    .build())
            .role(role)
            .blockDevices(
                List.of(
                    BlockDevice.builder()
                        .deviceName("/dev/xvda")
                        .volume(
                            BlockDeviceVolume.ebs(
                                DISK_GIB, EbsDeviceOptions.builder().encrypted(true).build()))
                        .build()))
            .build();
    var machines =
        AutoScalingGroup.Builder.create(scope, "Machines")
            .vpc(cluster.getVpc())
            .vpcSubnets(
                SubnetSelection.builder().subnetType(SubnetType.PRIVATE_WITH_EGRESS).build())
            .launchTemplate(template)
            .minCapacity(0)
            .maxCapacity(capacity.instancesMax())
            .groupMetrics(List.of(GroupMetrics.all()))
            .newInstancesProtectedFromScaleIn(true)
            .build();
    var provider =
        AsgCapacityProvider.Builder.create(scope, "Capacity")
            .autoScalingGroup(machines)
            .enableManagedScaling(true)
            .enableManagedTerminationProtection(true)
            .enableManagedDraining(true)
            .build();
    cluster.addAsgCapacityProvider(provider);
    NagReason.HOST_AGENT.on(role);
    NagReason.MACHINES_FOLLOW_ECS.on(machines);
    return provider;
  }
}
