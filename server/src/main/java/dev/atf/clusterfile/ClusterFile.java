package dev.atf.clusterfile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.EffectiveSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Description of a cluster in one YAML file: its name, the settings of its services, and its
 * lambdas. The CDK app reads it to deploy the services, and the command line to register the
 * lambdas. Immutable.
 *
 * <p>{@link #read} checks everything that can be checked without the services. A lambda is checked
 * by the code behind RegisterLambda, and the lease by the model. {@link #requireFits} checks the
 * settings of a service by that service's own rules.
 *
 * @param cluster name of the cluster: 1–20 of {@code a-z 0-9 -}, starting with a letter
 * @param lease lease times, which are the same in all services
 * @param lambdas lambdas in the order of the file, with every default filled in; their {@code
 *     updatedAt} has no meaning
 * @param aws section about the cluster on AWS; a missing node if there is none. Only the deployment
 *     reads it and knows its fields
 */
public record ClusterFile(
    Path file,
    Lines lines,
    String cluster,
    LeaseTimes lease,
    Map<ServiceName, ProcessSettings> settings,
    List<LambdaDefinition> lambdas,
    JsonNode aws) {
  public ClusterFile {
    settings = Map.copyOf(settings);
    lambdas = List.copyOf(lambdas);
  }

  /**
   * Reads and checks a file.
   *
   * @throws ConfigException if the file cannot be read, or with all its problems: {@code file:line:
   *     field: value (expected: …)}
   */
  public static ClusterFile read(Path file) {
    return new ClusterFileReader(file).read();
  }

  @Override
  public JsonNode aws() {
    return aws.deepCopy();
  }

  /**
   * Returns the settings of a service as variables of its process: the service's own settings, and
   * the lease settings that it needs. Settings that the file does not have keep the service's
   * defaults.
   */
  public Map<String, String> environment(ServiceName service) {
    return of(service).variables();
  }

  /**
   * Reads the settings of a service as the service does at its start.
   *
   * @param defaults records of all its settings
   * @throws ConfigException with all settings that the service would refuse, and their lines in the
   *     file
   */
  public EffectiveSettings requireFits(ServiceName service, List<? extends Record> defaults) {
    var problems = new Problems(file, lines);
    var read = of(service).read(defaults, ClusterFileReader.placeOf(service), problems);
    problems.refuse();
    return read.orElseThrow();
  }

  private ProcessSettings of(ServiceName service) {
    return Objects.requireNonNull(settings.get(service), service.key());
  }
}
