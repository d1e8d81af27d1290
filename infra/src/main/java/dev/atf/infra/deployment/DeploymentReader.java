package dev.atf.infra.deployment;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.Durations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads the section {@code aws}, with defaults from files in the same package. */
public final class DeploymentReader {
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .addModule(new SimpleModule().addDeserializer(Duration.class, new DurationReader()))
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .build();

  private DeploymentReader() {}

  /**
   * Reads the section.
   *
   * @param aws value of {@code ClusterFile.aws()}
   * @throws ConfigException with all unknown fields or, if there are none, with the refused value
   */
  public static Deployment read(JsonNode aws) {
    var problems = new ArrayList<String>();
    var whole = defaults("defaults.yaml");
    Overlay.of(whole, aws, "aws", problems);
    var workers = whole.withArray("workers");
    for (int i = 0; i < workers.size(); i++) {
      var one = defaults("worker-defaults.yaml");
      Overlay.of(one, workers.get(i), "aws.workers[" + i + "]", problems);
      workers.set(i, one);
    }
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    try {
      return YAML.treeToValue(whole, Deployment.class);
    } catch (JsonMappingException e) {
      throw refused(e);
    } catch (JsonProcessingException e) {
      throw new ConfigException("aws: " + e.getOriginalMessage());
    }
  }

  private static ConfigException refused(JsonMappingException e) {
    // Exceptions of a record's constructor are wrapped by its caller.
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConfigException refusal) {
        return new ConfigException(
            refusal.problems().stream().map(problem -> "aws: " + problem).toList());
      }
    }
    var path = new StringBuilder("aws");
    for (var step : e.getPath()) {
      path.append(
          step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName());
    }
    return new ConfigException(List.of(path + ": " + e.getOriginalMessage()));
  }

  private static ObjectNode defaults(String resource) {
    try (var in = DeploymentReader.class.getResourceAsStream(resource)) {
      return (ObjectNode) YAML.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class DurationReader extends StdDeserializer<Duration> {
    private static final long serialVersionUID = 1L;

    DurationReader() {
      super(Duration.class);
    }

    @Override
    public Duration deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return Durations.parse(in.getText());
    }
  }
}
