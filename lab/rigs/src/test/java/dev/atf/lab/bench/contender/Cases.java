package dev.atf.lab.bench.contender;

import dev.atf.lab.bench.workload.Stage;
import dev.atf.lab.bench.workload.Workload;
import java.util.List;

/** Some cases as one workload, so that they need one start; nothing is warm. */
record Cases(List<? extends Case> cases) implements Workload {
  static Cases of(Workload... workloads) {
    return new Cases(List.of(workloads).stream().flatMap(each -> each.cases().stream()).toList());
  }

  @Override
  public String name() {
    return "cases";
  }

  @Override
  public void warmUp(Stage stage) {}
}
