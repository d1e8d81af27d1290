@NullMarked
package dev.atf.store.notice;

import org.jspecify.annotations.NullMarked;
