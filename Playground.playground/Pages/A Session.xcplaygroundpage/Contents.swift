//: # A Session
//: Some services belong to one user. They come with the login, and have to go with the logout. This is the app:
struct Server: Sendable { let host = "example.org" }
struct User: Sendable { let name: String }
final class Connection: Sendable { deinit { print("the connection is closed") } }
struct Inbox: Sendable {
    let server: Server
    let user: User
    let connection: Connection
    var title: String { "\(user.name) at \(server.host)" }
}
let app = DependenciesContainer.shared
app.register { Server() }

//: ## Login
//: The app creates a *child* of its container, and registers the services of the user there:
func logIn(_ name: String) -> DependenciesContainer {
    let child = DependenciesContainer(parent: app)
    child.register(type: User.self, service: User(name: name))
    child.register { Connection() }
    child.register { Inbox(server: try $0.require(), user: try $0.require(), connection: try $0.require()) }
    return child
}
var session: DependenciesContainer? = logIn("Ada")
print(try session?.require(type: Inbox.self).title ?? "no session")
// → Ada at example.org

//: The child asks its *parent*, the app's container, for the server. **Guess:** does the parent find the user?
print(app.resolve(type: User.self)?.name ?? "no user")
// → no user

//: No: a child sees the services of its parent, but the parent doesn't see those of a child.
//:
//: ## The home screen
//: A property asks **the container that is `shared` when its object is created.** Here, this would be `app`, which has
//: no inbox. So create the model of the screen in `asShared`:
final class HomeModel { @Injected var inbox: Inbox }
var home = session?.asShared { HomeModel() }
print(home?.inbox.title ?? "no session")
// → Ada at example.org

//: ## Logout
//: The app drops the screens of the user, and the session. **Guess:** what happens to the connection?
home = nil
session = nil
// → the connection is closed

//: The session goes, and the services that it has built go with it.
//:
//: ## Try it yourself
//: 1. A second screen opens later, after `asShared` has ended: above *Logout*, write
//:    `print(HomeModel().inbox.title)`. What happens? Repair this line.
//: 2. Write `//` before `home = nil`. What happens to the connection?
//: 3. In `logIn`, register the inbox in the parent: `app.register { Inbox(…) }`. Why does it not find the user?
//:
//: *Solution:*
//: 1. It stops the page: “Register 'Inbox' first”. The new model asks the app's container, which is `shared` again.
//:    Write `print(session?.asShared { HomeModel().inbox.title } ?? "no session")`.
//: 2. It stays open: the model keeps the inbox, which keeps the connection.
//: 3. `app` keeps one inbox for all users, so `$0` is `app`, which has no user. With `scope: .transient`, `$0` is the
//:    container that you ask, here the child.
//:
//: [Previous](@previous) | [Next](@next)
