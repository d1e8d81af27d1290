@NullMarked
package dev.atf.store.lambda;

import org.jspecify.annotations.NullMarked;
