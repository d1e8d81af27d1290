/** Membership of store consumers, and the shards that each of them owns. */
@NullMarked
package dev.atf.storeconsumer.member;

import org.jspecify.annotations.NullMarked;
