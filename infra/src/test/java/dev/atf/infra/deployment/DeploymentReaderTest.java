package dev.atf.infra.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.atf.runtime.config.ConfigException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class DeploymentReaderTest {
  private static final String LEAST =
      "{api: {certificateArn: 'arn:aws:acm:x', callers: [10.0.0.0/8],"
          + " auth: {allowUnauthenticated: true}},"
          + " hscEntrance: {allowPlaintext: true}, images: {tag: v1}";

  @Test
  void omittedFieldsHaveDefaults() {
    var read = read(LEAST + "}");

    assertThat(read.keepData()).isTrue();
    assertThat(read.store().billing()).isEqualTo(Billing.ON_DEMAND);
    assertThat(read.alarms().dueAgeMax()).isEqualTo(Duration.ofMinutes(1));
    assertThat(read.workers()).isEmpty();
  }

  @Test
  void workersHaveTheirDefaultsEach() {
    var read = read(LEAST + ", workers: [{name: a, processes: {command: 2}}, {name: b}]}");

    assertThat(read.workers()).extracting(WorkersSection::hostsMax).containsExactly(10, 10);
    assertThat(read.workers().get(0).processes()).containsEntry("command", 2);
  }

  @Test
  void offersOfWorkersAreNames() {
    assertThat(read(LEAST + ", workers: [{name: a, offers: [gpu]}]}").workers().get(0).offers())
        .containsExactly("gpu");
    assertRefused(
        LEAST + ", workers: [{name: a, offers: [GPU]}]}",
        "aws: workers.offers: [GPU] (expected: names, each 1-40 of a-z 0-9 . -");
  }

  @Test
  void unknownFieldsAreSaidWithTheNearest() {
    assertRefused(
        LEAST + ", stroe: {}, workers: [{name: a, hostMax: 3}]}",
        "aws.stroe: unknown field (expected: store, the nearest known)",
        "aws.workers[0].hostMax: unknown field (expected: hostsMax, the nearest known)");
  }

  @Test
  void aTagAndADirectoryAreNotSaidTogether() {
    assertRefused(
        "{api: {certificateArn: 'arn:x', callers: [10.0.0.0/8],"
            + " auth: {allowUnauthenticated: true}},"
            + " hscEntrance: {allowPlaintext: true}, images: {tag: v1, directory: d}}",
        "images.tag");
  }

  @Test
  void anApiNeedsACertificate() {
    assertRefused(
        "{api: {auth: {allowUnauthenticated: true}}, images: {tag: v1}}",
        "aws: api.certificateArn");
    assertRefused(
        "{api: {certificateArn: 'arn:x'}, images: {tag: v1}}",
        "aws: api.auth.issuer:  (expected: the issuer of tokens");
  }

  @Test
  void anApiNeedsCallers() {
    var api = "{api: {certificateArn: 'arn:x', auth: {allowUnauthenticated: true}%s}, images: {}}";

    assertRefused(
        api.formatted(""), "aws: api.callers: [] (expected: the IPv4 address blocks that may");
    assertRefused(
        api.formatted(", callers: [10.0.0.0/8, 10.1.0.0]"),
        "aws: api.callers: [10.0.0.0/8, 10.1.0.0] (expected: ");
  }

  @Test
  void callersWithIamIdentitiesNeedAPolicy() {
    assertRefused(
        "{api: {certificateArn: 'arn:x', auth: {mode: AWS, audience: atf}}, images: {tag: v1}}",
        "aws: api.auth.policy: {} (expected: grants of principals or groups");
  }

  @Test
  void theHscNeedsACertificateOrTheWordThatItHasNone() {
    var api =
        "{api: {certificateArn: 'arn:x', callers: [10.0.0.0/8],"
            + " auth: {allowUnauthenticated: true}},"
            + " images: {tag: v1}";

    assertRefused(api + "}", "aws: hscEntrance.certificateArn:  (expected: the ARN");
    assertRefused(
        api + ", hscEntrance: {certificateArn: 'arn:x'}}",
        "aws: hscEntrance.domainName:  (expected: a");
    assertRefused(
        api + ", hscEntrance: {domainName: hsc.example.com, allowPlaintext: true}}",
        "aws: hscEntrance.allowPlaintext: true (expected: false");
  }

  @Test
  void logsAreKeptForANumberOfDaysThatCloudWatchTakes() {
    assertThat(read(LEAST + ", logs: {retentionDays: 365}}").logs().retentionDays()).isEqualTo(365);
    assertRefused(
        LEAST + ", logs: {retentionDays: 31}}", "aws: logs.retentionDays: 31 (expected: one");
  }

  @Test
  void endpointsOfAVpcThatIsThereAreItsOwners() {
    assertThat(read(LEAST + "}").network().endpoints()).isEqualTo(Endpoints.DATA);
    assertThat(read(LEAST + ", network: {endpoints: FULL}}").network().endpoints())
        .isEqualTo(Endpoints.FULL);
    assertRefused(
        LEAST
            + ", network: {vpcId: vpc-1, zones: [a], privateSubnets: [subnet-1], endpoints: FULL}}",
        "aws: network.endpoints: FULL (expected: DATA with network.vpcId");
  }

  @Test
  void anArchitectureIsOneOfFargate() {
    assertThat(read(LEAST + "}").architecture()).isEqualTo(Architecture.X86_64);
    assertThat(read(LEAST + ", architecture: ARM64}").architecture()).isEqualTo(Architecture.ARM64);
    assertRefused(LEAST + ", architecture: arm}", "aws.architecture", "X86_64", "ARM64");
  }

  @Test
  void provisionedCapacityNeedsBounds() {
    assertRefused(LEAST + ", store: {billing: PROVISIONED}}", "store.readsMax");
  }

  @Test
  void aSizeThatFargateDoesNotOfferIsRefusedWithTheNext() {
    assertRefused(
        LEAST + ", hsc: {cpu: 512, memoryMib: 600}}",
        "aws: memoryMib: 600 (expected: a size that Fargate offers; the next is cpu: 512, memoryMib:"
            + " 1024");
    assertRefused(
        LEAST + ", workers: [{name: a, cpu: 8192, memoryMib: 17408}]}",
        "cpu: 8192, memoryMib: 20480");
    assertRefused(
        LEAST + ", workers: [{name: a, cpu: 1000, memoryMib: 9000}]}",
        "cpu: 2048, memoryMib: 9216");
    assertThat(
            read(LEAST
                    + ", workers: [{name: a, capacity: EC2, instanceType: c7g.large, cpu: 1000}]}")
                .workers()
                .get(0)
                .cpu())
        .isEqualTo(1_000);
  }

  @Test
  void hostsThatFindNoNetworkInterfaceAreRefused() {
    var tight = ", workers: [{name: a, capacity: EC2, instanceType: c7g.xlarge, cpu: 1024%s}]}";

    assertRefused(
        LEAST + tight.formatted(", memoryMib: 2048"),
        "aws: workers.cpu: 1024 (expected: 1025 or more on c7g.xlarge, whose 4 network interfaces"
            + " take 3 hosts");
    var none = ", workers: [{name: a, capacity: EC2, instanceType: c7g.large, %s: 0}]}";
    assertRefused(LEAST + none.formatted("cpu"), "workers.cpu: 0 (expected: 256 to 16384");
    assertRefused(LEAST + none.formatted("memoryMib"), "workers.memoryMib: 0 (expected: 512 to");
    assertThat(read(LEAST + tight.formatted(", memoryMib: 2048, trunking: true")).workers())
        .hasSize(1);
    assertThat(read(LEAST + tight.formatted(", memoryMib: 4096")).workers()).hasSize(1);
  }

  @Test
  void hostsThatFitNoMachineAreRefused() {
    var large =
        ", workers: [{name: a, capacity: EC2, instanceType: c7g.xlarge, trunking: true, %s}]}";

    assertRefused(
        LEAST + large.formatted("cpu: 8192, memoryMib: 4096"),
        "aws: workers.cpu: 8192 (expected: cpu: at most 4096");
    assertRefused(
        LEAST + large.formatted("cpu: 4096, memoryMib: 8192"),
        "aws: workers.memoryMib: 8192 (expected: cpu: at most 4096, and memoryMib: less than 8192");
    assertThat(read(LEAST + large.formatted("cpu: 4096, memoryMib: 7168")).workers())
        .singleElement()
        .matches(workers -> workers.processorsMax().equals(OptionalInt.of(40)));
    var unknown = ", workers: [{name: a, capacity: EC2, instanceType: g5.xlarge}]}";
    assertThat(read(LEAST + unknown).workers())
        .singleElement()
        .matches(workers -> workers.processorsMax().isEmpty());
  }

  @Test
  void capacityAboveTheQuotaIsRefusedUntilTheFileSaysThatItWasRaised() {
    var warm = ", store: {warmReads: 12000, warmWrites: 50000%s}}";

    assertRefused(
        LEAST + warm.formatted(""),
        "aws: store.warmWrites: 50000 (expected: at most store.writesQuota");
    assertThat(read(LEAST + warm.formatted(", writesQuota: 80000")).store().warmWrites())
        .isEqualTo(50_000);
    assertRefused(
        LEAST
            + ", store: {billing: PROVISIONED, readsMin: 1, readsMax: 1, writesMin: 1, writesMax:"
            + " 40001}}",
        "aws: store.writesMax: 40001");
    assertRefused(
        LEAST + ", store: {warmReads: 12000, warmWrites: 4000}}",
        "aws: store.warmWrites: 4000 (expected: 0, or with warmReads more than a new table has");
  }

  @Test
  void namesThatAnotherClustersStackCouldHaveAreRefused() {
    for (var name : List.of("stateful", "eu-stateless", "workers-a", "eu-workers-b")) {
      assertRefused(LEAST + ", workers: [{name: " + name + "}]}", "aws: workers.name: " + name);
    }
    assertThat(read(LEAST + ", workers: [{name: eu}]}").workers()).hasSize(1);
  }

  @Test
  void machinesNeedAType() {
    assertRefused(
        LEAST + ", workers: [{name: a, capacity: EC2}]}", "workers.instanceType", "c7g.large");
  }

  @Test
  void aNumberThatIsNoneIsRefused() {
    assertRefused(LEAST + ", hsc: {tasksMin: many}}", "aws.hsc.tasksMin");
  }

  @Test
  void namesOfWorkersAreDistinct() {
    assertRefused(LEAST + ", workers: [{name: a}, {name: a}]}", "workers.name: a");
  }

  private static void assertRefused(String text, String... parts) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(ConfigException.class)
        .message()
        .contains(parts);
  }

  private static Deployment read(String text) {
    try {
      return DeploymentReader.read(new YAMLMapper().readTree(text));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
