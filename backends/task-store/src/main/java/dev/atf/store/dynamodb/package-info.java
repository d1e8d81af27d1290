/**
 * The ports on DynamoDB: each call is one request, and each transition one conditional UpdateItem.
 */
@NullMarked
package dev.atf.store.dynamodb;

import org.jspecify.annotations.NullMarked;
