package dev.atf.runtime.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.Value;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.client.grpc.GrpcClients;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseHeaders;
import dev.atf.runtime.server.RpcServerConfig;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc.HealthBlockingStub;
import io.grpc.protobuf.services.HealthStatusManager;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests whose bytes are few, and whose fields are many. */
final class FieldLimitTest {
  private static final Descriptor LIST = ListValue.getDescriptor();
  private static final byte[] EMPTY_MESSAGE = {10, 0};

  /** Field 1000 as a number. */
  private static final byte[] UNKNOWN = {(byte) 0xc0, 0x3e, 1};

  private static final byte[] UNKNOWN_GROUP = {(byte) 0xc3, 0x3e, (byte) 0xc4, 0x3e};

  private static byte[] times(int count, byte[] bytes) {
    var all = ByteBuffer.allocate(count * bytes.length);
    for (int i = 0; i < count; i++) {
      all.put(bytes);
    }
    return all.array();
  }

  private static byte[] field(int number, byte[] content) {
    var bytes = new ByteArrayOutputStream();
    bytes.write(number << 3 | 2);
    int length = content.length;
    for (; length > 127; length >>>= 7) {
      bytes.write(length & 127 | 128);
    }
    bytes.write(length);
    bytes.writeBytes(content);
    return bytes.toByteArray();
  }

  @Test
  @Tag("T16")
  void takesAsManyFieldsAsItMayHaveAndNoMore() {
    for (var each : List.of(EMPTY_MESSAGE, UNKNOWN, UNKNOWN_GROUP)) {
      assertThatCode(() -> FieldLimit.check(times(FieldLimit.FIELDS_MAX, each), LIST))
          .doesNotThrowAnyException();
      assertThatThrownBy(() -> FieldLimit.check(times(FieldLimit.FIELDS_MAX + 1, each), LIST))
          .isInstanceOf(StatusRuntimeException.class)
          .hasMessageStartingWith("RESOURCE_EXHAUSTED: the request has too many fields: more than")
          .hasMessageContaining("(expected: at most 500000,");
    }
  }

  @Test
  @Tag("T16")
  void countsFieldsAtEveryDepth() {
    var half = times(FieldLimit.FIELDS_MAX / 2, EMPTY_MESSAGE);
    // Values of a list of a value of a list, and the values of a map.
    var inner = field(1, field(6, field(1, field(6, half))));
    var entry = field(1, field(2, field(6, half)));

    assertRefused(concatenated(inner, half), LIST);
    assertRefused(concatenated(entry, entry), Struct.getDescriptor());
    assertRefused(
        concatenated(field(5, field(1, field(2, field(6, half)))), field(6, half)),
        Value.getDescriptor());
  }

  @Test
  void doesNotCountWithinTextsAndUnknownFields() {
    var bytes = times(FieldLimit.FIELDS_MAX + 1, EMPTY_MESSAGE);

    assertThatCode(() -> FieldLimit.check(field(9, bytes), LIST)).doesNotThrowAnyException();
    assertThatCode(() -> FieldLimit.check(field(3, bytes), Value.getDescriptor()))
        .doesNotThrowAnyException();
  }

  @Test
  void fieldsAfterAnUnknownGroupAreCounted() {
    var group = concatenated(new byte[] {11, 10, 1, 127}, new byte[] {12});

    assertRefused(concatenated(group, times(FieldLimit.FIELDS_MAX, EMPTY_MESSAGE)), LIST);
  }

  private static void assertRefused(byte[] request, Descriptor type) {
    assertThatThrownBy(() -> FieldLimit.check(request, type))
        .isInstanceOf(StatusRuntimeException.class);
  }

  private static byte[] concatenated(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  /** A request that only the check refuses would have been legal. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void refusesNothingThatTheParserReads(long seed) throws Exception {
    var random = new Random(seed);
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      var bytes = new byte[random.nextInt(12)];
      for (int j = 0; j < bytes.length; j++) {
        bytes[j] = (byte) (random.nextBoolean() ? random.nextInt(16) : random.nextInt());
      }
      boolean isReadable =
          !(catchThrowable(() -> Value.parseFrom(bytes)) instanceof InvalidProtocolBufferException);
      if (isReadable) {
        read++;
        assertThatCode(() -> FieldLimit.check(bytes, Value.getDescriptor()))
            .as("%d of seed %d", i, seed)
            .doesNotThrowAnyException();
      }
    }
    assertThat(read).isGreaterThan(100);
  }

  @Test
  void messagesNestedTooDeepAreLeftToTheParser() {
    var nested = new byte[0];
    for (int i = 0; i < 300; i++) {
      nested = field(1, field(6, nested));
    }
    var deep = nested;

    assertThatCode(() -> FieldLimit.check(deep, LIST)).doesNotThrowAnyException();
    assertThatThrownBy(() -> ListValue.parseFrom(CodedInputStream.newInstance(deep)))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }

  @Test
  @Tag("T16")
  void aServerRefusesManyFieldsAndCompressedRequests() {
    try (var server = start()) {
      var health =
          GrpcClients.newClient(
              "gproto+http://127.0.0.1:" + server.port(), HealthBlockingStub.class);

      assertThat(health.check(HealthCheckRequest.getDefaultInstance()).getStatus())
          .isEqualTo(ServingStatus.SERVING);
      assertThatThrownBy(() -> health.check(withUnknown(FieldLimit.FIELDS_MAX + 1)))
          .hasMessageStartingWith("RESOURCE_EXHAUSTED: the request has too many fields");
      var compressed = compressed(server);
      assertThat(compressed.get("grpc-status")).isEqualTo("12");
      assertThat(compressed.get("grpc-message"))
          .isEqualTo("grpc-encoding: given (expected: identity; requests are not decompressed)");
    }
  }

  /** Returns the headers of the answer to a call that says it is compressed. */
  private static ResponseHeaders compressed(RpcServer server) {
    return WebClient.of("h2c://127.0.0.1:" + server.port())
        .execute(
            RequestHeaders.builder(HttpMethod.POST, "/grpc.health.v1.Health/Check")
                .add("content-type", "application/grpc")
                .add("grpc-encoding", "gzip")
                .build(),
            new byte[5])
        .aggregate()
        .join()
        .headers();
  }

  static HealthCheckRequest withUnknown(int count) {
    var numbers = UnknownFieldSet.Field.newBuilder();
    for (int i = 0; i < count; i++) {
      numbers.addVarint(1);
    }
    return HealthCheckRequest.newBuilder()
        .setUnknownFields(UnknownFieldSet.newBuilder().addField(2, numbers.build()).build())
        .build();
  }

  private static RpcServer start() {
    return RpcServer.start(
        "test",
        RpcServerConfig.onPort(0).withDrainTimeout(Duration.ZERO),
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
        () -> true,
        List.of(new HealthStatusManager().getHealthService()),
        grpc -> {},
        http -> {});
  }
}
