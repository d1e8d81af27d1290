/** Items of the tables: how entities, associations, lambdas and plans are stored as attributes. */
@NullMarked
package dev.atf.store.dynamodb.item;

import org.jspecify.annotations.NullMarked;
