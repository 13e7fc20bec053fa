package shop

import x.y

@Serializable
data class Basket<T : Item>(val items: List<T>, private var n: Int = 0) : Shape {
    val total: Int
        get() = items.size
    var count = 0
    init {
        count = 1
    }
    constructor(n: Int) : this(listOf(), n)

    override fun add(item: T): Basket<T> {
        fun local() {}
        val f = { x: Int -> x }
        return this
    }

    companion object {
        const val MAX = 3
        fun of(): Basket<Item> = Basket(listOf())
    }

    inner class Inner {
        fun go() {}
    }

    enum class Colour(val v: Int) {
        RED(1) {
            override fun f() = 1
        },
        GREEN(2);

        open fun f() = 2
    }
}

class Other {
    companion object Factory {
        fun make() {}
    }
}

interface Shape {
    fun area(): Double
}

sealed interface S

object Registry {
    fun register() {}
}

fun String.shout(): String = uppercase()

fun <T> List<T>.second(): T = this[1]

fun Shop.Basket.ext() {}

val String.last: Char
    get() = this[length - 1]

val twice = { x: Int -> x * 2 }
val thrice = fun(x: Int): Int { return x * 3 }
const val LIMIT = 3
typealias Id = String

suspend fun top(a: Int) = a

fun interface Handler {
    fun handle()
}
