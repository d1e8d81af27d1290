package dev.atf.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSpec;
import dev.atf.examples.Parcels.Parcel;
import dev.atf.testkit.AtfExtension;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ParcelsTest {
  private final List<Map<String, String>> booked = new ArrayList<>();
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final OpenTelemetrySdk openTelemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .build();

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(
          worker ->
              worker
                  .openTelemetry(openTelemetry)
                  .handle(
                      "parcel",
                      Parcel.class,
                      new Parcels((parcel, headers) -> booked.add(headers))));

  @Test
  void theCarrierIsCalledInTheTraceOfTheAttempt() {
    atf.client().schedule(TaskSpec.of("parcel", new Parcel("Ghent")));

    assertThat(atf.runDueTasks()).isEqualTo(1);

    var span = spans.getFinishedSpanItems().get(0);
    assertThat(span.getName()).isEqualTo("run parcel");
    assertThat(booked)
        .singleElement()
        .satisfies(
            headers ->
                assertThat(headers.get("traceparent"))
                    .startsWith("00-" + span.getTraceId() + "-" + span.getSpanId() + "-"));
  }
}
