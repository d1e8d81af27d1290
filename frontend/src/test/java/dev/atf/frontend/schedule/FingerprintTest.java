package dev.atf.frontend.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.ScheduleRequest;
import org.junit.jupiter.api.Test;

/**
 * Fingerprints of requests. They are stored, so that a frontend must compute the same one as the
 * frontend of another version that took the first request.
 */
final class FingerprintTest {
  private static final LambdaName LAMBDA = new LambdaName("resize");

  @Test
  void requestWithoutOptionsHasTheFingerprintOfEarlierVersions() {
    assertThat(fingerprint(keyed()))
        .isEqualTo("37fcfe23e521cb205dc0f5fc5c5e488e9491c10606dd105d67477ab3f4e1baac");
  }

  @Test
  void requestWithAllOptionsHasTheFingerprintOfEarlierVersions() {
    var request =
        keyed()
            .setData(ByteString.copyFromUtf8("cat.png"))
            .setContentType("text/plain")
            .setPriority("high")
            .setCollection("nightly")
            .setDelay(Duration.newBuilder().setSeconds(5))
            .putLabels("b", "2")
            .putLabels("a", "1")
            .setOrderingKey("customer-7")
            .setFairnessKey("acme")
            .addResources(Resource.newBuilder().setPath("in/cat.png").setSha256("0".repeat(64)))
            .addOutputs("out/*");

    assertThat(fingerprint(request))
        .isEqualTo("22b0c7cc00229d684026465b213e4ee0ac8e28306fdb5c44801b39afc5197fb2");
  }

  @Test
  void propertiesOfJsonCountWithoutTheirOrder() {
    var text = Value.newBuilder().setStringValue("x").build();
    var number = Value.newBuilder().setNumberValue(1).build();
    var one = Struct.newBuilder().putFields("a", text).putFields("b", number);
    var other = Struct.newBuilder().putFields("b", number).putFields("a", text);

    assertThat(fingerprint(keyed().setJson(Value.newBuilder().setStructValue(one))))
        .isEqualTo(fingerprint(keyed().setJson(Value.newBuilder().setStructValue(other))))
        .isNotEqualTo(fingerprint(keyed()));
  }

  private static ScheduleRequest.Builder keyed() {
    return ScheduleRequest.newBuilder().setIdempotencyKey("k");
  }

  private static String fingerprint(ScheduleRequest.Builder request) {
    return ScheduleValidation.key(request.build(), LAMBDA).orElseThrow().fingerprint();
  }
}
