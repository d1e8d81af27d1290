@NullMarked
package dev.atf.store.embedded;

import org.jspecify.annotations.NullMarked;
