package dev.atf.infra.deployment;

import dev.atf.model.lambda.Capability;
import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Settings of one worker cluster.
 *
 * @param processes number of executors on each host, by lambda
 * @param owner tag {@code atf:owner} of its stack; if empty, the common owner of its lambdas or, if
 *     they have several owners, the name of the worker cluster
 * @param topicArn topic of alarms about these lambdas, in addition to those of the cluster; empty
 *     for no such alarms
 * @param offers capabilities of each host, such as gpu; if empty, those of {@code settings.worker}
 * @param repository repository of the owner's image; empty for the framework's own image with the
 *     built-in lambdas
 * @param command command that starts one executor; if empty, only built-in lambdas run
 * @param instanceType type of machines; only with EC2
 * @param tmpMib maximum size of {@code /tmp} of each host in MiB; it is a part of the memory and
 *     contains the files of tasks
 * @param trunking whether the account has the setting {@code awsvpcTrunking}, which allows more
 *     hosts on a machine than it has network interfaces
 * @param backlogPerHost number of references of one lambda that may wait for each host
 * @param dueAgeMax time that due tasks may wait in the store before hosts are added
 */
public record WorkersSection(
    String name,
    Map<String, Integer> processes,
    String owner,
    String topicArn,
    List<String> offers,
    String repository,
    String tag,
    List<String> command,
    HostKind capacity,
    String instanceType,
    int instancesMax,
    boolean trunking,
    int cpu,
    int memoryMib,
    int tmpMib,
    int hostsMin,
    int hostsMax,
    int backlogPerHost,
    Duration dueAgeMax) {
  public WorkersSection {
    processes = new LinkedHashMap<>(processes);
    offers = List.copyOf(offers);
    command = List.copyOf(command);
    new SettingChecks()
        .that(name.matches("[a-z][a-z0-9-]{0,31}"), "workers.name", name, "1-32 of a-z 0-9 -")
        .that(
            !name.matches("(.*-)?(stateful|stateless|workers-.+)"),
            "workers.name",
            name,
            "another name: the stack would have that of a stack of another cluster")
        .that(
            owner.isEmpty() || Deployment.isTag(owner),
            "workers.owner",
            owner,
            Deployment.TAG_EXPECTED)
        .that(
            topicArn.isEmpty() || topicArn.matches("arn:[^:]+:sns:.+"),
            "workers.topicArn",
            topicArn,
            "the ARN of a topic of SNS")
        .that(
            offers.stream().allMatch(Capability::isName),
            "workers.offers",
            offers,
            "names, each " + Capability.EXPECTED)
        .that(
            repository.isEmpty() == tag.isEmpty(),
            "workers.tag",
            tag,
            "given if, and only if, workers.repository is")
        .that(
            (capacity == HostKind.EC2) != instanceType.isEmpty(),
            "workers.instanceType",
            instanceType,
            "a type such as c7g.large if, and only if, workers.capacity is EC2")
        .within("workers.instancesMax", instancesMax, 1, 1_000)
        .within("workers.cpu", cpu, 256, 16_384)
        .within("workers.memoryMib", memoryMib, 512, 122_880)
        .within("workers.tmpMib", tmpMib, 16, memoryMib / 2)
        .that(
            capacity == HostKind.EC2 || FargateSize.exists(cpu, memoryMib),
            "workers.memoryMib",
            memoryMib,
            FargateSize.expected(cpu, memoryMib))
        .that(
            capacity != HostKind.EC2 || MachineSize.hasProcessors(instanceType, cpu),
            "workers.cpu",
            cpu,
            MachineSize.mostOf(instanceType))
        .that(
            capacity != HostKind.EC2 || MachineSize.hasMemory(instanceType, memoryMib),
            "workers.memoryMib",
            memoryMib,
            MachineSize.mostOf(instanceType))
        .that(
            trunking || capacity != HostKind.EC2 || MachineSize.holds(instanceType, cpu, memoryMib),
            "workers.cpu",
            cpu,
            MachineSize.expected(instanceType))
        .within("workers.hostsMin", hostsMin, 0, 1_000)
        .that(hostsMax >= Math.max(1, hostsMin), "workers.hostsMax", hostsMax, "hostsMin or more")
        .within("workers.backlogPerHost", backlogPerHost, 1, 1_000_000)
        .that(dueAgeMax.toSeconds() >= 1, "workers.dueAgeMax", dueAgeMax, "1s or more")
        .end();
  }

  /**
   * Returns the number of virtual processors of all its machines; empty if it has no machines, or
   * machines of an unknown size.
   */
  public OptionalInt processorsMax() {
    return MachineSize.of(instanceType)
        .map(size -> OptionalInt.of(instancesMax * size.processors()))
        .orElseGet(OptionalInt::empty);
  }

  /**
   * Size of a machine of EC2. Each task needs its own network interface, and the machine needs one.
   * Without a free interface, ECS leaves tasks pending, even if processors are free
   * (https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/AvailableIpPerENI.html).
   *
   * @param processors number of virtual processors
   * @param interfaces number of network interfaces
   */
  private record MachineSize(int processors, int interfaces) {
    /** Sizes of the families c, m and r of generations 5 to 8. Other types are not checked. */
    private static final Map<String, MachineSize> SIZES =
        Map.of(
            "large", new MachineSize(2, 3),
            "xlarge", new MachineSize(4, 4),
            "2xlarge", new MachineSize(8, 4),
            "4xlarge", new MachineSize(16, 8),
            "8xlarge", new MachineSize(32, 8),
            "12xlarge", new MachineSize(48, 8),
            "16xlarge", new MachineSize(64, 15),
            "24xlarge", new MachineSize(96, 15));

    private static Optional<MachineSize> of(String type) {
      return type.matches("[cmr][5-8][a-z]*\\.[a-z0-9]+")
          ? Optional.ofNullable(SIZES.get(type.substring(type.indexOf('.') + 1)))
          : Optional.empty();
    }

    /**
     * Returns whether a machine has enough network interfaces for the tasks of this size that fit
     * its processors and memory. Also true for an unknown type.
     */
    static boolean holds(String type, int cpu, int memoryMib) {
      return of(type)
          .map(
              size ->
                  Math.min(
                          size.processors() * 1_024 / Math.max(1, cpu),
                          size.memoryMib(type) / Math.max(1, memoryMib))
                      < size.interfaces())
          .orElse(true);
    }

    private int memoryMib(String type) {
      int gibOfProcessor = type.startsWith("c") ? 2 : type.startsWith("m") ? 4 : 8;
      return processors * gibOfProcessor * 1_024;
    }

    /**
     * Returns whether a machine has the processors of one task. A task that fits no machine stays
     * pending. Also true for an unknown type.
     */
    static boolean hasProcessors(String type, int cpu) {
      return of(type).map(size -> cpu <= size.processors() * 1_024).orElse(true);
    }

    /** Returns whether a machine has the memory of one task. Its system takes a part of it. */
    static boolean hasMemory(String type, int memoryMib) {
      return of(type).map(size -> memoryMib < size.memoryMib(type)).orElse(true);
    }

    static String mostOf(String type) {
      return of(type)
          .map(
              size ->
                  "cpu: at most %d, and memoryMib: less than %d, on %s"
                      .formatted(size.processors() * 1_024, size.memoryMib(type), type))
          .orElse("");
    }

    static String expected(String type) {
      return of(type)
          .map(
              size ->
                  ("%d or more on %s, whose %d network interfaces take %d hosts; a smaller type; or"
                          + " trunking: true where the account has awsvpcTrunking")
                      .formatted(
                          size.processors() * 1_024 / size.interfaces() + 1,
                          type,
                          size.interfaces(),
                          size.interfaces() - 1))
          .orElse("");
    }
  }
}
