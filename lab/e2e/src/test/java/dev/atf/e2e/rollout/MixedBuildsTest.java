package dev.atf.e2e.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.AtfClient;
import dev.atf.e2e.documents.Project;
import dev.atf.e2e.support.HostCluster;
import dev.atf.e2e.support.ManyProcesses;
import dev.atf.e2e.support.TestCluster;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.lab.processes.Part;
import dev.atf.lab.processes.ProcessCluster;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs an earlier build and the present one on the same tables and queues, in every mixture of
 * their services, worker hosts and executors. The file {@code previous-build.txt} names the commit
 * of the earlier one.
 */
@Tag("nightly")
@ManyProcesses
@EnabledOnOs(OS.LINUX)
final class MixedBuildsTest {
  private static final List<Part> SERVICES = List.of(Part.FRONTEND, Part.STORE_CONSUMER, Part.HSC);

  /** Place of the worker host in a mixture, behind the services. */
  private static final int HOST = 3;

  /** Place of the executors, which a new worker host starts. */
  private static final int EXECUTORS = 4;

  private static final int MIXTURES = 1 << 5;

  @TempDir private Path directory;

  /** The build of each service, of the worker host and of the executors. */
  private final List<Build> mixture = new ArrayList<>();

  private JavaProcess host;

  @Test
  @Tag("F27")
  void everyMixtureOfTwoBuildsRunsEverythingOnce() throws Exception {
    var previous = Build.previous(previousCommit(), directory);
    var present = Build.present(directory);
    mixture.addAll(Collections.nCopies(EXECUTORS + 1, previous));
    var logs = Files.createDirectories(Path.of("target", "mixed-logs"));
    try (var cluster = HostCluster.start(logs, TestCluster.LONG_LEASE, this::prepared);
        var client = cluster.client();
        var api = cluster.connect()) {
      register(client, "steps");
      register(client, "gate");
      host = startHost(cluster);
      for (int i = 0; i < MIXTURES; i++) {
        var replaced = Optional.<JavaProcess>empty();
        if (i > 0) {
          // A Gray code: neighbours differ in one place, and each mixture occurs once.
          int place = Integer.numberOfTrailingZeros(i);
          mixture.set(place, mixture.get(place) == previous ? present : previous);
          replaced = Optional.of(startSuccessor(cluster, place));
        }
        System.out.println(
            "mixture %d: %s".formatted(i, mixture.stream().map(Build::name).toList()));
        var round = new MixedRound(client, api, directory, "round-" + i);
        round.begin();
        replaced.ifPresent(
            old ->
                assertThat(old.terminate()).as(old.output()).isEqualTo(DeployedCluster.TERMINATED));
        round.end();
      }
      for (var lambda : List.of("steps", "gate")) {
        assertThat(client.getLambda(lambda).getLive().getDead()).as("dead letters").isZero();
      }
    } finally {
      if (host != null) {
        host.killAll();
      }
    }
  }

  private static String previousCommit() {
    return Project.document("lab/e2e/src/test/resources/previous-build.txt")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .findFirst()
        .orElseThrow();
  }

  private ProcessCluster prepared(ProcessCluster services) {
    var files = directory.resolve("blobs").toString();
    return services
        .startedBy(part -> mixture.get(SERVICES.indexOf(part)).service(part))
        .with(Part.FRONTEND, Map.of("ATF_BLOBS", files))
        .with(Part.HSC, Map.of("ATF_BLOBS", files));
  }

  private static void register(AtfClient client, String lambda) {
    client.registerLambda(
        Lambda.newBuilder()
            .setName(lambda)
            .addPriorities("normal")
            .setLeaseTimeout(ProtoTimes.proto(TestCluster.LONG_LEASE.lease()))
            .setRetry(Lambda.Retry.newBuilder().setMaxAttempts(1_000))
            .build());
  }

  /** Starts a process of the build that the mixture names; returns the one that it replaces. */
  private JavaProcess startSuccessor(HostCluster cluster, int place) {
    if (place >= HOST) {
      var old = host;
      host = startHost(cluster);
      return old;
    }
    var old = cluster.services().process(SERVICES.get(place));
    cluster.services().start(SERVICES.get(place));
    return old;
  }

  private JavaProcess startHost(HostCluster cluster) {
    var options = new ArrayList<>(List.of("--executors", "steps=1,gate=1", "--"));
    options.addAll(mixture.get(EXECUTORS).program());
    return cluster.startHost(
        mixture.get(HOST).atf(),
        "worker",
        TestCluster.LONG_LEASE,
        Map.of("ATF_STAGING_DIRECTORY", directory.resolve("staging")),
        options);
  }
}
