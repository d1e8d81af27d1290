package dev.atf.clusterfile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.EffectiveSettings;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A cluster as one YAML file describes it: its name, the settings of its services, its lambdas. The
 * CDK app reads it to deploy them, the command line to register the lambdas. Immutable.
 *
 * <p>{@link #read} checks all that can be known without the services: each lambda by the code that
 * checks RegisterLambda, the lease by the model. What a service thinks of its own settings, {@link
 * #requireFits} asks.
 */
public final class ClusterFile {
  private final Path file;
  private final Lines lines;
  private final String cluster;
  private final LeaseTimes lease;
  private final Map<ServiceName, Settings> settings;
  private final List<LambdaDefinition> lambdas;
  private final JsonNode aws;

  ClusterFile(
      Path file,
      Lines lines,
      String cluster,
      LeaseTimes lease,
      Map<ServiceName, Settings> settings,
      List<LambdaDefinition> lambdas,
      JsonNode aws) {
    this.file = file;
    this.lines = lines;
    this.cluster = cluster;
    this.lease = lease;
    this.settings = new EnumMap<>(settings);
    this.lambdas = List.copyOf(lambdas);
    this.aws = aws;
  }

  /**
   * @throws ConfigException if it cannot be read, or with all that is wrong in it: {@code
   *     file:line: field: value (expected: …)}
   */
  public static ClusterFile read(Path file) {
    return new ClusterFileReader(file).read();
  }

  /** Its name: 1–20 of {@code a-z 0-9 -}, starting with a letter. */
  public String cluster() {
    return cluster;
  }

  /** The same in all services. */
  public LeaseTimes lease() {
    return lease;
  }

  /** In the file's order, every default filled in; their {@code updatedAt} means nothing. */
  public List<LambdaDefinition> lambdas() {
    return lambdas;
  }

  /**
   * What the file says about where the cluster runs on AWS; a missing node if it says nothing.
   * Whoever deploys reads it: nobody else knows what may stand there.
   */
  public JsonNode aws() {
    return aws.deepCopy();
  }

  /**
   * What the file says for a service, as variables of its process: its settings, and of the lease
   * what it has to know. Of what the file does not say, the service has its own defaults.
   */
  public Map<String, String> environment(ServiceName service) {
    return of(service).variables();
  }

  /**
   * Reads the settings of a service as it will when it starts.
   *
   * @param defaults the records of all its settings
   * @throws ConfigException with all that it would refuse, and where in the file that is
   */
  public EffectiveSettings requireFits(ServiceName service, List<? extends Record> defaults) {
    var problems = new Problems(file, lines);
    var read = of(service).read(defaults, ClusterFileReader.placeOf(service), problems);
    problems.refuse();
    return read.orElseThrow();
  }

  private Settings of(ServiceName service) {
    return Objects.requireNonNull(settings.get(service), service.key());
  }
}
