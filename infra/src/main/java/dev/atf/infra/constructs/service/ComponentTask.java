package dev.atf.infra.constructs.service;

import dev.atf.infra.constructs.observability.CollectorConfig;
import dev.atf.infra.constructs.observability.LogGroups;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Size;
import software.amazon.awscdk.services.ecs.AwsLogDriverMode;
import software.amazon.awscdk.services.ecs.AwsLogDriverProps;
import software.amazon.awscdk.services.ecs.Compatibility;
import software.amazon.awscdk.services.ecs.ContainerDefinition;
import software.amazon.awscdk.services.ecs.ContainerDefinitionOptions;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.amazon.awscdk.services.ecs.HealthCheck;
import software.amazon.awscdk.services.ecs.LinuxParameters;
import software.amazon.awscdk.services.ecs.LogDriver;
import software.amazon.awscdk.services.ecs.NetworkMode;
import software.amazon.awscdk.services.ecs.OperatingSystemFamily;
import software.amazon.awscdk.services.ecs.PortMapping;
import software.amazon.awscdk.services.ecs.RuntimePlatform;
import software.amazon.awscdk.services.ecs.TaskDefinition;
import software.amazon.awscdk.services.ecs.Tmpfs;
import software.amazon.awscdk.services.ecs.TmpfsMountOption;
import software.amazon.awscdk.services.iam.IRole;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/**
 * ECS task of one component: its container, with a read-only root file system, and the collector of
 * its metrics. Its role has no rights yet.
 */
public final class ComponentTask {
  /** Longest time that Fargate waits between SIGTERM and SIGKILL. */
  static final Duration STOP_TIMEOUT = Duration.seconds(120);

  private static final int COLLECTOR_MEMORY_MIB = 128;

  /**
   * Size in MiB of the buffer for logs. It holds the logs and metrics of half a minute. The default
   * of 1 MiB would drop logs of a thousand lambdas.
   */
  private static final int LOG_BUFFER_MIB = 25;

  /**
   * Directory for temporary files of the JVM, the supervisor and handlers. It is in memory, because
   * an empty volume of Fargate belongs to root and is closed to the user of the images, unless the
   * image declares it
   * (https://docs.aws.amazon.com/AmazonECS/latest/developerguide/bind-mounts.html).
   */
  public static final String SCRATCH = "/tmp";

  private final TaskDefinition definition;
  private final ContainerDefinition container;

  /** Creates a task with its own role, which CloudFormation names. */
  public ComponentTask(
      Construct scope, String cluster, ContainerSpec spec, TaskSize size, boolean onFargate) {
    this(scope, cluster, spec, size, onFargate, null);
  }

  /**
   * Creates a task.
   *
   * @param role role of the component; null for its own role
   */
  public ComponentTask(
      Construct scope,
      String cluster,
      ContainerSpec spec,
      TaskSize size,
      boolean onFargate,
      @Nullable IRole role) {
    this.definition =
        TaskDefinition.Builder.create(scope, "Task")
            .taskRole(role)
            // Machines have the architecture of their type.
            .runtimePlatform(onFargate ? platform(spec.defaults()) : null)
            .compatibility(onFargate ? Compatibility.FARGATE : Compatibility.EC2)
            .networkMode(NetworkMode.AWS_VPC)
            .cpu(Integer.toString(size.cpu()))
            .memoryMiB(Integer.toString(size.memoryMib()))
            .build();
    var logs =
        LogGroups.in(
            scope,
            "Logs",
            "/atf/" + cluster + "/" + spec.logName(),
            spec.defaults().logRetentionDays());
    // An init process has to reap processes whose parents have ended.
    var linux = LinuxParameters.Builder.create(scope, "Linux").initProcessEnabled(true).build();
    linux.addTmpfs(
        Tmpfs.builder()
            .containerPath(SCRATCH)
            .size(size.tmpMib())
            // Libraries of handlers unpack their native code there.
            .mountOptions(List.of(TmpfsMountOption.EXEC))
            .build());
    this.container =
        definition.addContainer(
            spec.component(),
            ContainerDefinitionOptions.builder()
                .image(spec.image().in(scope, "Image"))
                .command(spec.command().isEmpty() ? null : spec.command())
                .environment(spec.environment())
                .portMappings(List.of(PortMapping.builder().containerPort(spec.port()).build()))
                .readonlyRootFilesystem(true)
                .linuxParameters(linux)
                .stopTimeout(STOP_TIMEOUT)
                .healthCheck(health(spec.port()))
                .logging(logsTo(logs, "component"))
                .build());
    addCollector(cluster, spec, logs);
    NagReason.SETTINGS_IN_ENVIRONMENT.on(definition);
    NagReason.REGISTRY_LOGIN.on(definition.obtainExecutionRole());
  }

  public TaskDefinition definition() {
    return definition;
  }

  ContainerDefinition container() {
    return container;
  }

  private void addCollector(String cluster, ContainerSpec spec, LogGroup logs) {
    definition.addContainer(
        "metrics",
        ContainerDefinitionOptions.builder()
            .image(ContainerImage.fromRegistry(spec.defaults().collectorImage()))
            // Without it the component keeps working, and an alarm reports missing metrics.
            .essential(false)
            .memoryReservationMiB(COLLECTOR_MEMORY_MIB)
            .readonlyRootFilesystem(true)
            // Sorted: the template is a list in this order.
            .environment(
                new TreeMap<>(
                    Map.of(
                        "AOT_CONFIG_CONTENT",
                        CollectorConfig.of(
                            cluster, spec.component(), spec.port(), spec.lambdasOfWorkers()),
                        "AWS_REGION",
                        Aws.REGION)))
            .logging(logsTo(logs, "metrics"))
            .build());
  }

  /**
   * Returns a log driver that drops logs when they cannot be written, so that no component waits
   * for them.
   */
  private static LogDriver logsTo(LogGroup group, String prefix) {
    return LogDriver.awsLogs(
        AwsLogDriverProps.builder()
            .logGroup(group)
            .streamPrefix(prefix)
            .mode(AwsLogDriverMode.NON_BLOCKING)
            .maxBufferSize(Size.mebibytes(LOG_BUFFER_MIB))
            .build());
  }

  private static RuntimePlatform platform(TaskDefaults defaults) {
    return RuntimePlatform.builder()
        .operatingSystemFamily(OperatingSystemFamily.LINUX)
        .cpuArchitecture(defaults.architecture())
        .build();
  }

  private static HealthCheck health(int port) {
    return HealthCheck.builder()
        .command(List.of("CMD", "bash", "bin/health", Integer.toString(port)))
        .interval(Duration.seconds(10))
        .timeout(Duration.seconds(5))
        .retries(3)
        .startPeriod(Duration.seconds(60))
        .build();
  }
}
