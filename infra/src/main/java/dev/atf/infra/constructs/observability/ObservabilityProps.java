package dev.atf.infra.constructs.observability;

import dev.atf.store.dynamodb.TableSchema;
import java.time.Duration;
import java.util.List;

/**
 * @param lambdas names of all
 * @param tables of the cluster
 * @param unusableQueue the name of the queue of what nobody could use
 * @param topicArn who is told; empty: a topic is made
 * @param dueAgeMax a due task may wait so long in the store
 * @param deadLettersMax in five minutes
 * @param leaseExpiriesMax in five minutes
 */
public record ObservabilityProps(
    String cluster,
    List<String> lambdas,
    List<TableSchema> tables,
    String unusableQueue,
    String topicArn,
    Duration dueAgeMax,
    int deadLettersMax,
    int leaseExpiriesMax) {
  public ObservabilityProps {
    lambdas = List.copyOf(lambdas);
    tables = List.copyOf(tables);
  }
}
