/** Fenced writes of handlers to DynamoDB. */
@NullMarked
package dev.atf.executordynamodb;

import org.jspecify.annotations.NullMarked;
