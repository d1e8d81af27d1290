/** Plans in a table of DynamoDB. */
@NullMarked
package dev.atf.store.dynamodb.plans;

import org.jspecify.annotations.NullMarked;
