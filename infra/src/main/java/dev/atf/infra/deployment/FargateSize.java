package dev.atf.infra.deployment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Size of a task, checked against the sizes that Fargate offers on Linux. ECS would only refuse the
 * deployment:
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/fargate-tasks-services.html
 *
 * @param cpu processor time, in units of 1/1,024 of a virtual processor
 */
record FargateSize(int cpu, int memoryMib) {
  private static final int GIB = 1_024;

  private static final List<FargateSize> ALL = all();

  private static List<FargateSize> all() {
    var sizes = new ArrayList<FargateSize>();
    sizes.add(new FargateSize(256, 512));
    add(sizes, 256, 1, 2, 1);
    add(sizes, 512, 1, 4, 1);
    add(sizes, 1_024, 2, 8, 1);
    add(sizes, 2_048, 4, 16, 1);
    add(sizes, 4_096, 8, 30, 1);
    add(sizes, 8_192, 16, 60, 4);
    add(sizes, 16_384, 32, 120, 8);
    return List.copyOf(sizes);
  }

  private static void add(List<FargateSize> sizes, int cpu, int gibMin, int gibMax, int step) {
    for (int gib = gibMin; gib <= gibMax; gib += step) {
      sizes.add(new FargateSize(cpu, gib * GIB));
    }
  }

  static boolean exists(int cpu, int memoryMib) {
    return ALL.contains(new FargateSize(cpu, memoryMib));
  }

  /** Returns the smallest valid sizes that have at least this size, fewest processors first. */
  static String expected(int cpu, int memoryMib) {
    var enough =
        ALL.stream()
            .filter(size -> size.cpu() >= cpu && size.memoryMib() >= memoryMib)
            .sorted(Comparator.comparing(FargateSize::cpu).thenComparing(FargateSize::memoryMib))
            .findFirst()
            .orElse(ALL.get(ALL.size() - 1));
    return "a size that Fargate offers; the next is cpu: %d, memoryMib: %d"
        .formatted(enough.cpu(), enough.memoryMib());
  }
}
