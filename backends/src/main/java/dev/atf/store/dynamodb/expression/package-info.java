/** Guards and changes as condition and update expressions. */
@NullMarked
package dev.atf.store.dynamodb.expression;

import org.jspecify.annotations.NullMarked;
