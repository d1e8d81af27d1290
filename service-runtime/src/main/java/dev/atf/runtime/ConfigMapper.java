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
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/**
 * How settings look in files and variables: durations as {@code 2s}, {@code 500ms} or {@code PT2S}.
 */
final class ConfigMapper {
  private static final Pattern SIMPLE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h|d)");

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

  private static Duration parse(String text) {
    var simple = SIMPLE.matcher(text.strip());
    if (simple.matches()) {
      double number = Double.parseDouble(simple.group(1));
      long unitMillis =
          switch (simple.group(2)) {
            case "ms" -> 1;
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 86_400_000;
          };
      return Duration.ofMillis(Math.round(number * unitMillis));
    }
    try {
      return Duration.parse(text.strip());
    } catch (DateTimeParseException e) {
      throw new ConfigException(text + " is not a duration (expected: 2s, 500ms, 5m or PT2S)");
    }
  }

  private static final class DurationReader extends StdDeserializer<Duration> {
    private static final long serialVersionUID = 1L;

    DurationReader() {
      super(Duration.class);
    }

    @Override
    public Duration deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return parse(parser.getValueAsString(""));
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
