package dev.atf.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the options of child processes' JVMs. */
final class ChildJvmTest {
  @Test
  void childrenUseTheArchiveOfTheirParent() {
    var own =
        List.of(
            "-XX:SharedArchiveFile=/x/classes.jsa",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0",
            "-Xlog:disable");

    assertThat(ChildJvm.running(own, "a.jar:b.jar", "Main", "one", "two"))
        .containsAll(own)
        .endsWith("-cp", "a.jar:b.jar", "Main", "one", "two");
  }

  @Test
  void childrenHaveNoOtherOptionOfTheirParent() {
    var own = List.of("-Xmx8g", "-agentlib:jdwp=transport=dt_socket,server=y", "-Dkey=secret");

    assertThat(ChildJvm.running(own, "a.jar", "Main"))
        .doesNotContainAnyElementsOf(own)
        .contains("-Xmx256m");
  }
}
