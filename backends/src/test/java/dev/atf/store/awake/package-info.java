@NullMarked
package dev.atf.store.awake;

import org.jspecify.annotations.NullMarked;
