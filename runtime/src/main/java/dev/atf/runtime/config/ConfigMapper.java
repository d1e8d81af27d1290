package dev.atf.runtime.config;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.time.Duration;

/**
 * Creates Jackson mappers for settings files, where durations are written {@code 2s} or {@code
 * 500ms}.
 */
final class ConfigMapper {
  private ConfigMapper() {}

  static ObjectMapper json() {
    var durations = new SimpleModule();
    durations.addSerializer(Duration.class, new DurationWriter());
    return JsonMapper.builder()
        .addModule(durations)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .build();
  }

  private static final class DurationWriter extends StdSerializer<Duration> {
    private static final long serialVersionUID = 1L;

    DurationWriter() {
      super(Duration.class);
    }

    @Override
    public void serialize(Duration value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(Durations.text(value));
    }
  }
}
