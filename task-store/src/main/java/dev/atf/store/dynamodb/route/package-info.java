/** Routes in DynamoDB. */
@NullMarked
package dev.atf.store.dynamodb.route;

import org.jspecify.annotations.NullMarked;
