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
 * Description of a cluster in one YAML file: its name, the settings of its services, its lambdas.
 * The CDK app reads it to deploy them, the command line to register the lambdas. Immutable.
 *
 * <p>{@link #read} checks all that can be known without the services: each lambda by the code that
 * checks RegisterLambda, the lease by the model. {@link #requireFits} checks the services' settings
 * by their own rules.
 *
 * @param cluster its name: 1–20 of {@code a-z 0-9 -}, starting with a letter
 * @param lease the lease times, the same in all services
 * @param lambdas in the file's order, every default filled in; their {@code updatedAt} means
 *     nothing
 * @param aws the section about the cluster on AWS; a missing node if there is none. The deployment
 *     reads it, and alone knows the fields
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
   * @throws ConfigException if it cannot be read, or with all that is wrong in it: {@code
   *     file:line: field: value (expected: …)}
   */
  public static ClusterFile read(Path file) {
    return new ClusterFileReader(file).read();
  }

  @Override
  public JsonNode aws() {
    return aws.deepCopy();
  }

  /**
   * Returns the settings of a service from the file, as variables of its process: its own, and
   * those of the lease that it needs. For others, the service has its own defaults.
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

  private ProcessSettings of(ServiceName service) {
    return Objects.requireNonNull(settings.get(service), service.key());
  }
}
