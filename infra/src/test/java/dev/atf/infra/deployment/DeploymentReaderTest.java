package dev.atf.infra.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.atf.runtime.config.ConfigException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class DeploymentReaderTest {
  private static final String LEAST =
      "{api: {certificateArn: 'arn:aws:acm:x', auth: {allowUnauthenticated: true}},"
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
        "{api: {certificateArn: 'arn:x', auth: {allowUnauthenticated: true}},"
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
  void callersWithIamIdentitiesNeedAPolicy() {
    assertRefused(
        "{api: {certificateArn: 'arn:x', auth: {mode: AWS, audience: atf}}, images: {tag: v1}}",
        "aws: api.auth.policy: {} (expected: grants of principals or groups");
  }

  @Test
  void theHscNeedsACertificateOrTheWordThatItHasNone() {
    var api =
        "{api: {certificateArn: 'arn:x', auth: {allowUnauthenticated: true}}, images: {tag: v1}";

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
