//! Crate
pub mod shop {
    use std::fmt;
    /// A basket
    #[derive(Debug)]
    pub struct Basket<T> { items: Vec<T> }
    impl<T: Clone> Basket<T> {
        pub const MAX: usize = 3;
        pub fn add(&mut self, item: T) -> &mut Self { self }
        fn inner() { fn nested() {} let c = |x| x + 1; }
    }
    impl<T> fmt::Display for Basket<T> {
        fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { Ok(()) }
    }
    pub trait Shape { const SIDES: u8; type Unit; fn area(&self) -> f64; fn name(&self) -> String { "x".into() } }
    pub enum Colour { Red, Green(u8) }
    union U { a: u8 }
}
static LIMIT: u32 = 1;
pub const RATE: f64 = 1.2;
type Id = String;
macro_rules! square { ($x:expr) => { $x * $x }; }
#[test]
fn works() { assert!(true); }
unsafe extern "C" { fn abs(i: i32) -> i32; }
impl shop::Shape for std::vec::Vec<u8> { fn area(&self) -> f64 { 1.0 } }
impl Trait for &'a Foo<'a> { fn go(&self) {} }
