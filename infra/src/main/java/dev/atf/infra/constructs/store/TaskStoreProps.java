package dev.atf.infra.constructs.store;

import dev.atf.store.dynamodb.TableSchema;
import dev.atf.store.dynamodb.item.Attributes;
import java.util.List;

/**
 * Properties of the tables.
 *
 * @param tables tables that the services require
 * @param capacity capacity of the tables of tasks; small tables are on demand
 * @param keepData whether the tables remain when their stack is deleted and refuse deletion; true
 *     except for temporary clusters
 */
public record TaskStoreProps(List<TableSchema> tables, TableCapacity capacity, boolean keepData) {
  public TaskStoreProps {
    tables = List.copyOf(tables);
  }

  /** Returns whether a table holds tasks, and so has {@code capacity}. */
  public static boolean hasCapacity(TableSchema table) {
    return table.hash().attribute().equals(Attributes.TASK_ID);
  }
}
