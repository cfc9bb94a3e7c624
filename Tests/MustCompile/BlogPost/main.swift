// Code written for a blog post's container compiles and runs with this one: plain classes, registered by class,
// protocol and name, resolved with `!` and cast back.

#if canImport(Locator)
    import Locator
#endif

protocol Animal {
    var name: String { get }
}

protocol Person {
    var pet: Animal { get }
}

class Cat: Animal {
    var name = "Tom"
}

class Dog: Animal {
    var name = "Spike"
}

class Tiger: Animal {
    var name = "Shere Khan"
}

class SickPerson: Person {
    var pet: Animal
    var temperature = 39.5

    init(pet: Animal) {
        self.pet = pet
    }
}

let container = DependenciesContainer.shared

container.register(type: Dog.self, service: Dog())
container.register(type: Animal.self, service: Cat())
container.register(type: Animal.self, name: "Cat", service: Cat())
container.register(type: Animal.self, name: "Tiger") { Tiger() }
container.register(type: Person.self, service: SickPerson(pet: container.resolve(type: Animal.self, name: "Tiger")!))

let dog = container.resolve(type: Dog.self)!
dog.name = "Pluto"
precondition(container.resolve(type: Dog.self)!.name == "Pluto")

let animal = container.resolve(type: Animal.self)!
precondition(animal.name == "Tom")

let cat = container.resolve(type: Animal.self, name: "Cat") as! Cat
cat.name = "Felix"
precondition(container.resolve(type: Animal.self, name: "Cat")!.name == "Felix")
precondition(container.resolve(type: Animal.self)!.name == "Tom")

let tiger = container.resolve(type: Animal.self, name: "Tiger") as! Tiger
let person = container.resolve(type: Person.self) as! SickPerson
precondition(person.pet as! Tiger === tiger)
precondition(try! container.require(type: Person.self) as! SickPerson === person)
precondition(container.resolve(type: Animal.self, name: "Dog") == nil)
