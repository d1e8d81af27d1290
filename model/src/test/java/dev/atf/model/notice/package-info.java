@NullMarked
package dev.atf.model.notice;

import org.jspecify.annotations.NullMarked;
