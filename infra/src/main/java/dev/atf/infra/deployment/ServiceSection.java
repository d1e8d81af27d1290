package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;

/**
 * Settings of one service.
 *
 * @param cpu processor time, in units of 1/1,024 of a virtual processor
 * @param memoryMib memory of a task in MiB
 */
public record ServiceSection(int cpu, int memoryMib, int tasksMin, int tasksMax) {
  public ServiceSection {
    new SettingChecks()
        .within("cpu", cpu, 256, 16_384)
        .within("memoryMib", memoryMib, 512, 122_880)
        .that(
            FargateSize.exists(cpu, memoryMib),
            "memoryMib",
            memoryMib,
            FargateSize.expected(cpu, memoryMib))
        .within("tasksMin", tasksMin, 1, 1_000)
        .that(tasksMax >= tasksMin, "tasksMax", tasksMax, "tasksMin or more")
        .end();
  }
}
