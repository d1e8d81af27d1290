package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.Work;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HandedWorkTest {
  private static final LambdaName LAMBDA = new LambdaName("resize");
  private static final ExecutorId EXECUTOR = new ExecutorId("host:1:a");

  private final HandedWork handed = new HandedWork();

  @Test
  void endsAreCountedOnceHoweverOftenTheyAreTold() {
    handed.add(EXECUTOR, LAMBDA, List.of(work("1"), work("2")));

    assertThat(handed.remove(EXECUTOR, List.of(id("1")))).isEqualTo(1);
    assertThat(handed.remove(EXECUTOR, List.of(id("1"), id("2")))).isEqualTo(1);
    assertThat(handed.remove(EXECUTOR, List.of(id("1"), id("2")))).isZero();
    assertThat(handed.counts()).isEmpty();
  }

  @Test
  void endsOfClaimsOfOthersAreNotCounted() {
    handed.add(EXECUTOR, LAMBDA, List.of(work("1")));

    assertThat(handed.remove(new ExecutorId("host:2:b"), List.of(id("1")))).isZero();
    assertThat(handed.remove(EXECUTOR, List.of(id("2")))).isZero();
    assertThat(handed.counts()).isEqualTo(Map.of(LAMBDA, 1));
  }

  private static Work work(String number) {
    return Work.newBuilder().setTaskId(number.repeat(32)).setClaimId(id(number)).build();
  }

  private static String id(String number) {
    return number.repeat(16);
  }
}
