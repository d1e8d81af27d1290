package dev.atf.runtime;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.time.Duration;

/**
 * How settings look in files and variables: durations as {@code 2s}, {@code 500ms} or {@code PT2S}.
 */
final class ConfigMapper {
  private ConfigMapper() {}

  static ObjectMapper json() {
    var durations = new SimpleModule();
    durations.addSerializer(Duration.class, new DurationWriter());
    durations.addDeserializer(Duration.class, new DurationReader());
    return JsonMapper.builder()
        .addModule(durations)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .build();
  }

  private static final class DurationReader extends StdDeserializer<Duration> {
    private static final long serialVersionUID = 1L;

    DurationReader() {
      super(Duration.class);
    }

    @Override
    public Duration deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return Durations.parse(parser.getValueAsString(""));
    }
  }

  private static final class DurationWriter extends StdSerializer<Duration> {
    private static final long serialVersionUID = 1L;

    DurationWriter() {
      super(Duration.class);
    }

    @Override
    public void serialize(Duration value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(
          value.toMillis() % 1000 == 0 ? value.toSeconds() + "s" : value.toMillis() + "ms");
    }
  }
}
