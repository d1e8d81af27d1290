package dev.atf.clusterfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.lambda.Canary;
import dev.atf.model.lambda.Capability;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LambdaDefinition.Dispatch;
import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterFileTest {
  private static final String WHOLE =
      """
      cluster: orders
      lease:
        lease: 40s
        heartbeatInterval: 8s
      settings:
        store-consumer:
          pollInterval: 1s
          tuning:
            turnTime: 3s
        worker:
          priorityWeights: [8, 1]
      lambdas:
        - name: resize-image
          owner: media
          priorities: [fast, slow]
          needs: [gpu]
          canary: {every: 60s, deadline: 20s, json: {width: 1}}
          retry: {maxAttempts: 5, initialBackoff: 2s}
          leaseTimeout: 120s
          shards: 4
          scheduleRate: 250.5
          dispatch: POLLED
        - name: send-email
      """;

  @TempDir private Path directory;

  private Path file;

  @BeforeEach
  void placeTheFile() {
    file = directory.resolve("cluster.yaml");
  }

  @Test
  void aWholeFileIsRead() throws IOException {
    var cluster = read(WHOLE);

    assertThat(cluster.cluster()).isEqualTo("orders");
    assertThat(cluster.lease().lease()).isEqualTo(Duration.ofSeconds(40));
    assertThat(cluster.lease().callTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(cluster.lambdas()).hasSize(2);
    var resize = cluster.lambdas().get(0);
    assertThat(resize.name().value()).isEqualTo("resize-image");
    assertThat(resize.owner()).isEqualTo("media");
    assertThat(resize.priorities()).containsExactly(new Priority("fast"), new Priority("slow"));
    assertThat(resize.retry().maxAttempts()).isEqualTo(5);
    assertThat(resize.retry().initialBackoff()).isEqualTo(Duration.ofSeconds(2));
    assertThat(resize.leaseTimeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(resize.shards()).isEqualTo(4);
    assertThat(resize.scheduleRate()).isEqualTo(250.5);
    assertThat(resize.dispatch()).isEqualTo(Dispatch.POLLED);
    assertThat(resize.needs()).containsExactly(new Capability("gpu"));
    assertThat(resize.canary())
        .isEqualTo(
            new Canary(
                Duration.ofMinutes(1),
                Duration.ofSeconds(20),
                new Payload("{\"width\":1}".getBytes(StandardCharsets.UTF_8), Payload.JSON)));
  }

  @Test
  void omittedLambdaFieldsHaveDefaults() throws IOException {
    var cluster = read(WHOLE);

    assertThat(cluster.lambdas().get(1))
        .isEqualTo(LambdaDefinition.withDefaults(new LambdaName("send-email"), Instant.EPOCH));
  }

  @Test
  void aServiceIsToldItsSettingsAndWhatItNeedsOfTheLease() throws IOException {
    var cluster = read(WHOLE);

    assertThat(cluster.environment(ServiceName.STORE_CONSUMER))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "ATF_LEASE_LEASE", "40s",
                "ATF_LEASE_HEARTBEAT_INTERVAL", "8s",
                "ATF_POLL_INTERVAL", "1s",
                "ATF_TUNING_TURN_TIME", "3s"));
    assertThat(cluster.environment(ServiceName.EXECUTOR))
        .containsExactlyEntriesOf(Map.of("ATF_LEASE_HEARTBEAT_INTERVAL", "8s"));
    assertThat(cluster.environment(ServiceName.WORKER))
        .containsExactlyEntriesOf(Map.of("ATF_PRIORITY_WEIGHTS", "8,1"));
  }

  @Test
  void aClusterWithoutLambdasAndSettingsHasDefaults() throws IOException {
    var cluster = read("cluster: empty\nlease:\nsettings:\nlambdas:\n");

    assertThat(cluster.lambdas()).isEmpty();
    assertThat(cluster.lease()).isEqualTo(dev.atf.model.lambda.LeaseTimes.DEFAULT);
    assertThat(cluster.environment(ServiceName.HSC)).isEmpty();
  }

  @Test
  void allThatIsWrongIsSaidAtOnceWithItsLine() throws IOException {
    var problems =
        refused(
            """
            cluster: Orders
            lease:
              leese: 40s
            settings:
              store-consumr:
                pollInterval: 1s
            lambdas:
              - name: resize_image
                prioritys: [fast]
              - name: send-email
                retry:
                  maxAttempts: 5000
                leaseTimeout: 1s
              - name: send-email
                shards: many
              - owner: nobody
              - name: send-email
                updatedAt: 2026-01-01T00:00:00Z
            lamdbas: []
            """);

    assertThat(problems)
        .containsExactlyInAnyOrder(
            file + ":1: cluster: Orders (expected: 1-20 of a-z 0-9 -, starting with a letter)",
            file + ":3: lease.leese: unknown field (expected: lease.lease, the nearest known)",
            file
                + ":5: settings.store-consumr: unknown field"
                + " (expected: store-consumer, the nearest known)",
            file
                + ":9: lambdas[0].prioritys: unknown field (expected: priorities, the nearest known)",
            file + ":12: lambdas[1].retry.maxAttempts: 5000 (expected: 1 to 1000)",
            file
                + ":13: lambdas[1].leaseTimeout: PT1S"
                + " (expected: none, or at least the cluster's lease, PT25S)",
            file + ":15: lambdas[2].shards: many (expected: a whole number of 32 bits)",
            file + ":16: lambdas[3].name:  (expected: 1-64 of a-z 0-9 -, starting with a letter)",
            file + ":18: lambdas[4].updatedAt: given (expected: nothing; the server sets it)",
            file + ":19: lamdbas: unknown field (expected: lambdas, the nearest known)");
  }

  @Test
  void aLambdaIsDescribedOnce() throws IOException {
    var problems = refused("cluster: c\nlambdas:\n  - name: a\n  - name: b\n  - name: a\n");

    assertThat(problems)
        .containsExactly(
            file
                + ":5: lambdas[2].name: a (expected: another name; it is that of lambdas[0], too)");
  }

  @Test
  void aLeaseThatWouldLetTwoExecutorsRunIsRefused() throws IOException {
    var problems = refused("cluster: c\nlease:\n  callTimeout: 2s\n  lease: 10s\n");

    assertThat(problems)
        .singleElement()
        .asString()
        .startsWith(file + ":4: lease.lease: 10s (expected: more than callTimeout + ");
  }

  @Test
  void theLeaseIsSaidForAllServicesOnly() throws IOException {
    var problems = refused("cluster: c\nsettings:\n  hsc:\n    lease:\n      lease: 60s\n");

    assertThat(problems)
        .containsExactly(
            file
                + ":4: settings.hsc.lease: set for one service"
                + " (expected: lease: next to settings:, for all services)");
  }

  @Test
  void rejectsMalformedYamlWithItsLine() throws IOException {
    assertThat(refused("cluster: c\nlambdas: [a\n"))
        .singleElement()
        .asString()
        .contains(file + ":");
    assertThat(refused("cluster: c\ncluster: d\n"))
        .singleElement()
        .asString()
        .contains("Duplicate")
        .contains("cluster");
    assertThat(refused("- a list\n")).singleElement().asString().contains("the whole is not");
    assertThat(refused("")).singleElement().asString().contains("the whole is not");
  }

  @Test
  void anAliasIsRefusedAndNotReadAsText() throws IOException {
    assertThat(refused("cluster: &name c\nlambdas:\n  - name: x\n    owner: *name\n"))
        .containsExactly(file + ":4: lambdas[0].owner: aliases are not read; write it out");
  }

  @Test
  void aFileThatIsNotThereIsSaid() {
    assertThatThrownBy(() -> ClusterFile.read(directory.resolve("none.yaml")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("none.yaml: cannot be read");
  }

  @Test
  void aServiceChecksItsSettingsAsAtItsStart() throws IOException {
    var cluster =
        read(
            """
            cluster: c
            settings:
              hsc:
                interval: 5ms
                beat: {evry: 1s}
            """);

    var refusal =
        catchThrowableOfType(
            ConfigException.class,
            () -> cluster.requireFits(ServiceName.HSC, List.of(Service.DEFAULTS)));

    assertThat(refusal.problems())
        .containsExactly(
            file
                + ":5: settings.hsc.beat.evry: unknown field (expected: beat.every, the nearest known)",
            file + ":4: interval: 5ms (expected: more than 1s)");
  }

  @Test
  void aServiceReadsItsSettings() throws IOException {
    var cluster = read("cluster: c\nsettings: {hsc: {interval: 3s, beat: {every: 2s}}}\n");

    var read = cluster.requireFits(ServiceName.HSC, List.of(Service.DEFAULTS));

    assertThat(read.of(Service.class))
        .isEqualTo(new Service(Duration.ofSeconds(3), new Beat(Duration.ofSeconds(2))));
  }

  private record Beat(Duration every) {}

  private record Service(Duration interval, Beat beat) {
    static final Service DEFAULTS =
        new Service(Duration.ofSeconds(2), new Beat(Duration.ofSeconds(1)));

    private Service {
      if (interval.compareTo(Duration.ofSeconds(1)) <= 0) {
        throw new ConfigException(
            "interval: " + interval.toMillis() + "ms (expected: more than 1s)");
      }
    }
  }

  private List<String> refused(String text) throws IOException {
    write(text);
    return catchThrowableOfType(ConfigException.class, () -> ClusterFile.read(file)).problems();
  }

  private ClusterFile read(String text) throws IOException {
    write(text);
    return ClusterFile.read(file);
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text);
  }
}
