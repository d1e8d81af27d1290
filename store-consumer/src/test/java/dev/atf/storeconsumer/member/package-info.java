@NullMarked
package dev.atf.storeconsumer.member;

import org.jspecify.annotations.NullMarked;
