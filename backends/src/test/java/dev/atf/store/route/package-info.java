@NullMarked
package dev.atf.store.route;

import org.jspecify.annotations.NullMarked;
