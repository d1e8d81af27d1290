package dev.atf.infra.deployment;

import java.util.Map;
import java.util.Optional;

/**
 * Size of a machine of EC2. Each task has a network interface of its own, and one is the machine's:
 * beyond that ECS leaves tasks pending, though there are processors for them
 * (https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/AvailableIpPerENI.html).
 *
 * @param processors virtual processors
 * @param interfaces network interfaces
 */
record MachineSize(int processors, int interfaces) {
  /** The families c, m and r of generations 5 to 8; other types are not checked. */
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
   * Returns whether a machine has an interface for each task of this size that its processors and
   * its memory take; true for a type that is not known.
   */
  static boolean holds(String type, int cpu, int memoryMib) {
    return of(type)
        .map(
            size -> {
              int gibOfProcessor = type.startsWith("c") ? 2 : type.startsWith("m") ? 4 : 8;
              int byMemory = size.processors() * gibOfProcessor * 1_024 / memoryMib;
              return Math.min(size.processors() * 1_024 / cpu, byMemory) < size.interfaces();
            })
        .orElse(true);
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
