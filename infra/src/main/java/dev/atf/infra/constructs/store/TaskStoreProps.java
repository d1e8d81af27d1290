package dev.atf.infra.constructs.store;

import dev.atf.store.dynamodb.TableSchema;
import java.util.List;

/**
 * @param tables tables as the services expect them
 * @param capacity capacity of the tables of tasks; the small ones are on demand
 * @param keepData whether the tables remain when their stack is deleted and refuse to be deleted;
 *     true except for temporary clusters
 */
public record TaskStoreProps(List<TableSchema> tables, TableCapacity capacity, boolean keepData) {
  public TaskStoreProps {
    tables = List.copyOf(tables);
  }
}
