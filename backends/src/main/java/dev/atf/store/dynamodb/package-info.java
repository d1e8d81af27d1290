/**
 * Ports on DynamoDB. Each call is one request, and each transition is one conditional UpdateItem.
 */
@NullMarked
package dev.atf.store.dynamodb;

import org.jspecify.annotations.NullMarked;
