/** Calls of DynamoDB: their failures, refusals and consumed capacity. */
@NullMarked
package dev.atf.store.dynamodb.call;

import org.jspecify.annotations.NullMarked;
