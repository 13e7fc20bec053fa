<?php
namespace Shop\Front;
use Foo\Bar;
const LIMIT = 3;
define('OTHER', 4);
#[Entity]
abstract class Basket extends Base implements Shape {
    use Loggable;
    const MAX = 3, MIN = 1;
    public int $total = 0;
    private static ?array $x, $y;
    public function __construct(private int $size) {}
    public function add(Item $item): static { $f = function ($x) { return $x; }; $g = fn($x) => $x; return $this; }
    abstract protected function go();
    public static function build() { return new class { public function anon() {} }; }
}
interface Shape { public function area(): float; }
trait Loggable { function log() {} }
enum Colour: string { case Red = 'r'; public function label(): string { return ''; } }
function top(int $a) { function nested() {} }
$handler = function () { return 1; };
$arrow = fn($x) => $x * 2;
$total = 1;
namespace Other { function f() {} }
